/** Builds an exchange once it is over, as it is recorded. */
import type { Certificate } from '../../../shared/signing/certificate.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { HttpRequest } from '../../../shared/requests/http.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Sent } from './connection.ts';
import type { ResolvedRequest } from './resolve.ts';
import type { Hidden } from '../redaction/mask.ts';
import type { BodySink } from '../history/bodies/body-store.ts';
import type { Judgement, KeptBody } from '../history/history.ts';

/** A bank's own explanation of a refused request; null if it has none. @param requestId its X-Request-ID */
export type Explain = (
  request: Pick<HttpRequest, 'method' | 'path'>,
  requestId: string | null,
) => Exchange['explanation'];

/** A request as it was sent. */
export interface Outgoing {
  /** Of the exchange. */
  id: string;
  origin: Exchange['origin'];
  /** When it was sent: this machine's clock, milliseconds since 1970. */
  at: number;
  /** As it was composed, including its `{{variables}}`. */
  written: ComposedRequest;
  filled: ResolvedRequest;
  prepared: Prepared;
  /** As sent, after a deliberate fault has changed it. */
  body: string;
  /** The same as it is shown and stored. */
  shownBody: string;
  /** Path with query as sent. */
  target: string;
  certificate: Certificate;
  /** Name of the environment. */
  environment: string;
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
    linksLeftOut: 0,
    explanation: null,
    diagnosis: null,
  };
}

/** An exchange as it is recorded: still without its body, and without what is found out about it. */
export function answeredExchange(
  request: Outgoing,
  { response, duration }: Extract<Sent, { ok: true }>,
): Exchange {
  return {
    ...commonOf(request),
    status: response.status,
    duration,
    failure: null,
    response: { ...response, body: '', bodyBytes: 0 },
    verdicts: [],
    links: [],
    linksLeftOut: 0,
    explanation: null,
    diagnosis: null,
  };
}

function commonOf({ id, origin, at, environment, written, filled, prepared, shownBody }: Outgoing) {
  return {
    id,
    origin,
    environment,
    at,
    title: titleOf(filled),
    operation: filled.operation?.id ?? null,
    method: filled.method,
    path: filled.path,
    request: written,
    notKept: null,
    prepared,
    requestBody: shownBody,
  };
}

/** The name of a request: the title of its operation, if the catalogue has it. */
export function titleOf({ operation }: Pick<ResolvedRequest, 'operation'>): string {
  return operation?.title ?? texts.common.request;
}

/** Where exchanges are kept: in the history for the window; in memory or nowhere for callers without a data folder. */
export interface Recorder {
  /** A sink for the body of one response as it arrives. @param secrets values that must not reach the disk */
  sink: (secrets: readonly Hidden[]) => BodySink;
  /** The start of a body in a file, as JSON with its links. */
  outline: (file: string) => Promise<unknown>;
  /**
   * Stores an exchange with its whole body. If it cannot be stored, it is returned with the reason.
   * @returns the exchange with the first window of its body
   */
  keep: (exchange: Exchange, body: KeptBody) => Exchange;
  /** Adds to an exchange that was stored what was found out about it since. @returns the whole exchange */
  judge: (exchange: Exchange, judgement: Judgement) => Exchange;
}
