/** An exchange as it is recorded, and the recorder. */
import type { Certificate } from '../../../shared/signing/certificate.ts';
import type { SignatureProfile } from '../../../shared/signing/profile.ts';
import type { BankSchemas } from '../environments/openapi.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import type { HttpRequest } from '../../../shared/requests/http.ts';
import type { ComposedRequest } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Sent } from './connection.ts';
import { operationFor } from '../../../shared/openapi/document.ts';
import type { Place } from './place.ts';
import type { ResolvedRequest } from './resolve.ts';
import type { Hidden } from '../redaction/mask.ts';
import type { BodySink } from '../history/bodies/body-store.ts';
import type { Judgement, KeptBody } from '../history/history.ts';

/** The local bank's explanation of a refused request. @param requestId its X-Request-ID */
export type Explain = (
  request: Pick<HttpRequest, 'method' | 'path'>,
  requestId: string | null,
) => Exchange['explanation'];

/** A request as sent. */
export interface Outgoing {
  id: string;
  origin: Exchange['origin'];
  /** Time of this machine, milliseconds since 1970. */
  at: number;
  /** As composed, with its `{{variables}}`; null for a request of another program that is passed on. */
  written: ComposedRequest | null;
  filled: ResolvedRequest;
  /** Where it goes. */
  place: Place['at'];
  prepared: Prepared;
  /** As sent, with deliberate faults applied. */
  body: string | Uint8Array;
  /** With masked secrets, as shown and stored. */
  shownBody: string;
  target: string;
  certificate: Certificate;
  /** By which it was signed. */
  profile: SignatureProfile;
  environment: string;
  /** Whether the built-in test authority issued the certificate. */
  madeHere: boolean;
  schemas: BankSchemas;
  /** Null for a bank that does not explain refusals; likely causes are then found by diagnosis. */
  explain: Explain | null;
}

/** An exchange as first recorded, without the body and the judgement. */
export function exchangeOf(request: Outgoing, sent: Sent): Exchange {
  const { id, origin, at, environment, place, written, filled, prepared, profile, shownBody } = request;
  return {
    id,
    origin,
    environment,
    at,
    title: titleOf(filled, request.schemas),
    operation: filled.operation?.id ?? null,
    method: filled.method,
    path: place === 'base' ? filled.path : prepared.url,
    request: written,
    notKept: null,
    prepared,
    profile,
    requestBody: shownBody,
    status: sent.ok ? sent.response.status : null,
    duration: sent.ok ? sent.duration : null,
    failure: sent.ok ? null : sent.failure,
    response: sent.ok ? { ...sent.response, body: '', bodyBytes: 0 } : null,
    verdicts: [],
    links: [],
    linksLeftOut: 0,
    explanation: null,
    diagnosis: null,
  };
}

/** The name of the operation in the catalogue, or in the OpenAPI document that takes its place. */
export function titleOf({ operation, method, path }: ResolvedRequest, schemas: BankSchemas): string {
  const known =
    schemas === null || schemas === 'specification' ? operation : operationFor(schemas, method, path);
  return known?.title ?? texts.common.request;
}

/** Records exchanges: in the history for the window; in memory, or not at all, without a data folder. */
export interface Recorder {
  /** Receives the body of a response. @param secrets that must not reach the disk */
  sink: (secrets: readonly Hidden[]) => BodySink;
  /** The beginning of a body in a file, as JSON with its links. */
  outline: (file: string) => Promise<unknown>;
  /** Stores an exchange with its body. @returns it with the first window of its body, or with the reason why it is not stored */
  keep: (exchange: Exchange, body: KeptBody) => Exchange;
  /** Adds a judgement to a stored exchange. @returns the whole exchange */
  judge: (exchange: Exchange, judgement: Judgement) => Exchange;
}
