/** Calls of a running `tpp-workbench spaces`, and the options that say which. */
import type { z } from 'zod';
import { askJson, errorIn } from '../../shared/node/bounded-http.ts';
import { readInput, UsageError } from './command.ts';
import { MAX_SPACE_LIST_BYTES, SPACE_ANSWER_MS } from '../../shared/limits.ts';

const CONTROL = 'http://127.0.0.1:8445';
export const SERVICE_OPTIONS = { control: { type: 'string' }, 'token-file': { type: 'string' } } as const;
export const TOKEN_HELP =
  '  --token-file FILE      file with the token of the service in its first line; or set TPP_CONTROL_TOKEN';
export const SERVICE_HELP = `  --control URL          address of the service (default ${CONTROL}; or set TPP_SPACES)
${TOKEN_HELP}`;

/** Where the service is, and what opens it. */
export interface At {
  control?: string | undefined;
  'token-file'?: string | undefined;
  /** Milliseconds for an answer. */
  patience?: number;
}

/** There is no answer from the service. */
export class UnreachableError extends UsageError {}

/**
 * A call of the service.
 * @param schema what it answers
 * @throws UsageError with what the service says when it refuses, or with what answers in its place; UnreachableError
 */
export async function call<S extends z.ZodType>(
  schema: S,
  at: At,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>> {
  const base = (at.control ?? process.env['TPP_SPACES'] ?? CONTROL).replace(/\/$/, '');
  if (!isWeb(base)) throw new UsageError(`--control must be an address, such as ${CONTROL}.`);
  const headers = { Authorization: `Bearer ${tokenFrom(at['token-file'])}` };
  const limits = { time: at.patience ?? SPACE_ANSWER_MS, bytes: MAX_SPACE_LIST_BYTES };
  const answer = await askJson(base + path, { method, headers, content: body }, limits);
  if ('silent' in answer)
    throw new UnreachableError(
      `The service ${base} cannot be reached: ${answer.silent}. Start it with: tpp-workbench spaces`,
    );
  if ('odd' in answer) throw anotherProgram(base, answer.odd);
  const refusal = errorIn(answer.json);
  if (!answer.ok && refusal !== null) throw new UsageError(refusal);
  if (!answer.ok) throw anotherProgram(base, `answers ${answer.status} without a reason`);
  const read = schema.safeParse(answer.json);
  if (!read.success) throw anotherProgram(base, 'answers with other JSON than this version of it');
  return read.data;
}

const isWeb = (address: string) => /^https?:/i.test(address) && URL.canParse(address);

const anotherProgram = (base: string, how: string) =>
  new UsageError(
    `${base} is not the service of spaces: it ${how}. Give the address of the control listener that tpp-workbench spaces has printed.`,
  );

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
