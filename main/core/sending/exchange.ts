/** One exchange from draft to history. */
import { randomUUID } from 'node:crypto';
import type { Bank } from '../../../bank-sim/index.ts';
import { z } from 'zod';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Draft, Exchange, Prepared } from '../../../shared/contract/exchange.ts';
import { routeOf } from '../../../shared/xs2a/operations.ts';
import { sentBody, signedBody } from '../../../shared/faults/apply.ts';
import { faultById } from '../../../shared/faults/faults.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { BodyStore } from '../history/bodies/body-store.ts';
import { type History, type KeptBody, withBody } from '../history/history.ts';
import { isDiskFull } from '../store/disk.ts';
import { type ComposeContext, prepare, targetOf } from './compose.ts';
import { diagnosisOf } from '../diagnosis/diagnosis.ts';
import { masked } from '../variables/placeholders.ts';
import type { BankConnection } from './send.ts';
import { linksOf, verdictsOn } from './verdicts.ts';

const t = texts.core.exchange;

/** Other banks write more, and other codes, than the local one. */
const refusalSchema = z.object({ tppMessages: z.array(z.object({ code: z.string() })) });

/** Builds and signs. @throws HostError for a header that HTTP cannot carry */
export function prepareOrExplain(draft: Draft, context: ComposeContext): Prepared {
  // What is beyond ISO-8859-1 cannot be signed byte for byte, so it is said before anything is computed.
  const odd = draft.headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\xa0-\xff]/.test(value),
  );
  if (odd) {
    throw new HostError('bad-input', t.headerCannotBeSent(odd[0]));
  }
  if (draft.fault !== undefined && faultById(draft.fault) === null)
    throw new HostError('bad-input', t.unknownFault(draft.fault));
  return prepare(draft, context);
}

/** What a request needs besides itself. */
export interface Way {
  /** As it was composed: its variables are not filled in. */
  composed: Draft;
  connection: BankConnection;
  /** The local bank, where the request goes there: it is asked why it said no. */
  localBank: Bank | null;
  /** Whether the built-in test authority issued the certificate. */
  madeHere: boolean;
  history: History;
  bodies: BodyStore;
  /** Finds the links of a body that lies in a file. */
  outline: (file: string) => Promise<unknown>;
  /** Ends the request. */
  signal: AbortSignal;
  /** Told of the bytes of body that have arrived. */
  onProgress: (bytes: number) => void;
  /** Secret values in the request: nothing that is kept or shown has them. */
  secrets: readonly string[];
}

/** Sends, judges the answer, finds out why the bank said no, and keeps all of it in the history. */
export async function sendAndRecord(draft: Draft, context: ComposeContext, way: Way): Promise<Exchange> {
  const { connection, localBank, madeHere, bodies, outline, signal, onProgress, secrets } = way;
  const prepared = prepareOrExplain(draft, context);
  const at = Date.now();
  const fault = faultById(draft.fault ?? '');
  const requestBody = sentBody(fault, signedBody(fault, draft.body));
  const target = targetOf(draft, context);
  const sink = bodies.sink(secrets);
  const underway = { sink, signal, onProgress };
  const sent = await connection.send({ ...draft, body: requestBody }, target, prepared, underway);
  const operation = operationOf(draft);
  const sentHeader = (wanted: string) =>
    prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
  const requestId = sentHeader('x-request-id');
  const common = {
    id: randomUUID(),
    at,
    title: titleOf(draft),
    operation: operation?.id ?? null,
    method: draft.method,
    path: draft.path,
    draft: way.composed,
    notKept: null,
    prepared,
    requestBody,
  };
  if (!sent.ok) {
    const failed = {
      ...common,
      status: null,
      duration: null,
      failure: sent.failure,
      response: null,
      verdicts: [],
      links: [],
      explanation: null,
      diagnosis: null,
    };
    return keep(masked(failed, secrets), { bytes: Buffer.alloc(0), file: null, length: 0 }, way);
  }
  const { body, response } = sent;
  // Of what lies in a file there is no JSON here, only its links.
  const json = body.file === null ? jsonOf(body.bytes) : undefined;
  const exchange: Exchange = {
    ...common,
    status: response.status,
    duration: sent.duration,
    failure: null,
    response: { ...response, body: '', bodyBytes: 0 },
    verdicts: verdictsOn({
      status: response.status,
      headers: response.headers,
      body,
      json,
      requestId,
      acceptFix: (sentHeader('x-accept-fix') ?? '').split(',').map((value) => value.trim()),
      operation,
      fault,
    }),
    links: linksOf(body.file === null ? json : await outline(body.file)),
    explanation:
      localBank !== null && response.status >= 400 ? explanationOf(localBank, draft, requestId) : null,
    diagnosis:
      localBank === null
        ? diagnosisOf({
            status: response.status,
            code: codeOf(json),
            responseHeaders: response.headers,
            prepared,
            method: draft.method,
            target,
            body: Buffer.from(requestBody),
            certificate: context.certificate,
            madeHere,
            operation,
            now: Date.now(),
          })
        : null,
  };
  const bytes = body.file === null ? maskedBytes(body.bytes, secrets) : body.bytes;
  const length = body.file === null ? bytes.length : body.length;
  return keep(masked(exchange, secrets), { bytes, file: body.file, length }, way);
}

/** What the bank has answered is shown, whatever the disk says. */
function keep(exchange: Exchange, body: KeptBody, { history, bodies }: Way): Exchange {
  try {
    return history.add(exchange, body);
  } catch (error) {
    if (body.file !== null) bodies.remove(body.file);
    const reason = isDiskFull(error) ? t.diskFull : error instanceof Error ? error.message : String(error);
    return { ...withBody(exchange, body), notKept: t.notKept(reason) };
  }
}

/** The bank's own words on the last such request. Without an X-Request-ID it is known by method and path. */
function explanationOf(
  bank: Bank,
  { method, path }: Pick<Draft, 'method' | 'path'>,
  requestId: string | null,
): Exchange['explanation'] {
  const bare = path.split('?', 1)[0];
  const asked = bank.inspection
    .exchanges(requestId)
    .findLast((one) => requestId !== null || (one.method === method && one.path === bare));
  return asked?.explanation ?? null;
}

function operationOf({ method, path }: Pick<Draft, 'method' | 'path'>) {
  const route = routeOf(method, path.split('?', 1)[0] ?? '');
  return route.kind === 'found' ? route.route.operation : null;
}

/** How a request is called: its operation's title, where the catalogue has it. */
export function titleOf(draft: Pick<Draft, 'method' | 'path'>): string {
  return operationOf(draft)?.title ?? texts.common.request;
}

/** Code of the first message of a refusal, or null. */
function codeOf(json: unknown): string | null {
  const read = refusalSchema.safeParse(json);
  return read.success ? (read.data.tppMessages[0]?.code ?? null) : null;
}

/** An answer may say what it was asked. */
function maskedBytes(body: Buffer, secrets: readonly string[]): Buffer {
  return secrets.some((secret) => body.includes(secret))
    ? Buffer.from(masked({ text: body.toString('utf8') }, secrets).text)
    : body;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
