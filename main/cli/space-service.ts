/** Calls of a running `tpp-workbench spaces`, and the options that say which. */
import { readBody } from '../../shared/node/read-body.ts';
import { readInput, UsageError } from './command.ts';

const CONTROL = 'http://127.0.0.1:8445';
export const SERVICE_OPTIONS = { control: { type: 'string' }, 'token-file': { type: 'string' } } as const;
export const TOKEN_HELP =
  '  --token-file FILE      file with the token of the service in its first line; or set TPP_CONTROL_TOKEN';
export const SERVICE_HELP = `  --control URL          address of the service (default ${CONTROL}; or set TPP_SPACES)
${TOKEN_HELP}`;

/** Milliseconds for an answer; the state of a large bank may be copied meanwhile. */
const PATIENCE = 60_000;

/** Bytes: of the list of thousands of spaces. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** Where the service is, and what opens it. */
export interface At {
  control?: string | undefined;
  'token-file'?: string | undefined;
  /** Milliseconds for an answer. */
  patience?: number;
}

/** There is no answer from the service. */
export class UnreachableError extends UsageError {}

/** A call of the service. @throws UsageError with what the service says when it refuses; UnreachableError */
export async function call<T>(at: At, method: string, path: string, body?: object): Promise<T> {
  const base = (at.control ?? process.env['TPP_SPACES'] ?? CONTROL).replace(/\/$/, '');
  if (!URL.canParse(base)) throw new UsageError(`--control must be an address, such as ${CONTROL}.`);
  const response = await fetch(base + path, {
    method,
    headers: { Authorization: `Bearer ${tokenFrom(at['token-file'])}` },
    signal: AbortSignal.timeout(at.patience ?? PATIENCE),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new UnreachableError(
      `The service ${base} cannot be reached: ${reasonOf(error)}. Start it with: tpp-workbench spaces`,
    );
  });
  const answer = (await answerIn(response).catch(() => null)) as { error?: unknown } | null;
  if (response.ok && answer !== null) return answer as T;
  if (typeof answer?.error === 'string') throw new UsageError(answer.error);
  throw new UsageError(`${base} is not the service of spaces: it answers ${response.status}.`);
}

/** @throws Error if it is no JSON, or does not end within what a list of spaces takes */
async function answerIn({ body }: Response): Promise<unknown> {
  if (body === null) throw new Error('There is no answer.');
  const read = await readBody(body, { bytes: LARGEST_ANSWER, time: PATIENCE });
  if (!read.ok) throw new Error('The answer is too large, or not there in time.');
  return JSON.parse(read.bytes.toString('utf8'));
}

/** It is never an argument, because other users of the machine can read the command line. */
function tokenFrom(file: string | undefined): string {
  const token =
    file === undefined
      ? process.env['TPP_CONTROL_TOKEN']
      : readInput(file).bytes.toString('utf8').split(/\r?\n/, 1)[0];
  if (token === undefined || token === '')
    throw new UsageError(
      'Give the token of the service: set TPP_CONTROL_TOKEN, or name a file with --token-file. The service prints it when it is ready.',
    );
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('The token has characters that no token has.');
  return token;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  // Of several addresses, each has an error of its own.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return first instanceof Error ? first.message : String(first);
}
