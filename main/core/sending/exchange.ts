/** Builds an exchange once it is over: the verdicts on the response, and why the bank refused. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/request/prepared.ts';
import type { HttpRequest } from '../../../shared/request/http.ts';
import type { ComposedRequest } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { diagnosisOf } from '../diagnosis/diagnosis.ts';
import type { Sent } from './connection.ts';
import type { ResolvedRequest } from './resolve.ts';
import { linksOf, verdictsOn } from './verdicts.ts';

/** Other banks send more fields and other codes than the local one. */
const refusalSchema = z.object({ tppMessages: z.array(z.object({ code: z.string() })) });

/** A bank's own explanation of a refused request; null if it has none. @param requestId its X-Request-ID */
export type Explain = (
  request: Pick<HttpRequest, 'method' | 'path'>,
  requestId: string | null,
) => Exchange['explanation'];

/** A request as it was sent. */
export interface Outgoing {
  /** When it was sent: this machine's clock, milliseconds since 1970. */
  at: number;
  /** As it was composed, including its `{{variables}}`. */
  written: ComposedRequest;
  filled: ResolvedRequest;
  prepared: Prepared;
  /** As sent, after a deliberate fault has changed it. */
  body: string;
  /** Path with query as sent. */
  target: string;
  certificate: Certificate;
  /** Whether the built-in test authority issued the certificate. */
  madeHere: boolean;
  /** Null for a bank that does not explain refusals. The likely causes are then determined here. */
  explain: Explain | null;
}

/** An exchange without a response. */
export function failedExchange(request: Outgoing, failure: string): Exchange {
  return {
    ...commonOf(request),
    status: null,
    duration: null,
    failure,
    response: null,
    verdicts: [],
    links: [],
    explanation: null,
    diagnosis: null,
  };
}

/** @param outline for a body in a file: a JSON value that contains its links @returns the exchange, still without its body */
export async function answeredExchange(
  request: Outgoing,
  { response, body, duration }: Extract<Sent, { ok: true }>,
  outline: (file: string) => Promise<unknown>,
): Promise<Exchange> {
  const { filled, prepared, target, certificate, madeHere, explain } = request;
  const { operation, fault, method } = filled;
  const sentHeader = (wanted: string) =>
    prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
  const requestId = sentHeader('x-request-id');
  // A body in a file is not parsed here; only its links are known.
  const json = body.file === null ? jsonOf(body.bytes) : undefined;
  return {
    ...commonOf(request),
    status: response.status,
    duration,
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
    explanation: explain !== null && response.status >= 400 ? explain(filled, requestId) : null,
    diagnosis:
      explain === null
        ? diagnosisOf({
            status: response.status,
            code: codeOf(json),
            responseHeaders: response.headers,
            prepared,
            method,
            target,
            body: Buffer.from(request.body),
            certificate,
            madeHere,
            operation,
            now: Date.now(),
          })
        : null,
  };
}

function commonOf({ at, written, filled, prepared, body }: Outgoing) {
  return {
    id: randomUUID(),
    at,
    title: titleOf(filled),
    operation: filled.operation?.id ?? null,
    method: filled.method,
    path: filled.path,
    request: written,
    notKept: null,
    prepared,
    requestBody: body,
  };
}

/** The name of a request: the title of its operation, if the catalogue has it. */
export function titleOf({ operation }: Pick<ResolvedRequest, 'operation'>): string {
  return operation?.title ?? texts.common.request;
}

/** Code of the first message of a refusal, or null. */
function codeOf(json: unknown): string | null {
  const read = refusalSchema.safeParse(json);
  return read.success ? (read.data.tppMessages[0]?.code ?? null) : null;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
