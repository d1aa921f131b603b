/** The API's HTTPS listener: reads a request, passes it to the gate and the resource, signs and writes the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { About } from '../../shared/flow/event.ts';
import { writeDigest } from '../../shared/signing/digest.ts';
import { writeHttpDate } from '../../shared/signing/http-date.ts';
import { hashOf } from '../../shared/node/crypto.ts';
import { sendLast, isOver, ResponseOrder } from '../../shared/node/local-response.ts';
import type { Occasion, Scenarios } from '../scenarios.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { type Gate, type Passage, type TppRequest, noteCall } from '../gate/gate.ts';
import { pathOnly, type RawRequest } from '../gate/raw.ts';
import type { Happening, Journal } from '../journal.ts';
import type { BankPki } from '../pki.ts';
import type { Quirks } from '../quirks.ts';
import { memoizeLatest } from '../memoize-latest.ts';
import type { RegisterStore } from '../store/register.ts';
import { dropRest, readRequest } from './incoming.ts';
import { aboutRequest, answerFact, exchangeOf, failureFact, requestFact } from './journaling.ts';
import { type ReceivedExchange, receivedExchange } from './received.ts';
import { RESOURCES } from './resources.ts';
import { ResponseSigner } from './response-signer.ts';
import { type Services, type Answer, SharedBody } from './services.ts';
import { LISTENER_TIMEOUTS_MS, MAX_API_HEADER_BYTES } from '../../shared/limits.ts';

export interface ApiParts {
  scenarios: Scenarios;
  gate: Gate;
  services: Services;
  register: RegisterStore;
  journal: Journal;
  pki: BankPki;
  quirks: Quirks;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
  changed: () => void;
  /** Called with each request and its response. */
  received: (read: () => ReceivedExchange) => void;
  /** Receives internal errors, which the response does not reveal (SVC-10). */
  log: (message: string) => void;
}

interface Responses {
  signer: ResponseSigner;
  order: ResponseOrder;
  /** The bank's time as a Date header (SVC-7). */
  date: () => string;
}

/** SVC-5: TLS 1.2 or higher; a client certificate is requested but not required. */
export function apiServer(parts: ApiParts): Server {
  // SVC-7.
  const dateOfSecond = memoizeLatest((second: number) => writeHttpDate(second * 1000));
  const server = createServer(
    {
      key: parts.pki.tls.key,
      cert: parts.pki.tls.cert,
      minVersion: 'TLSv1.2',
      requestCert: true,
      rejectUnauthorized: false,
      // Larger headers are refused by Node.
      maxHeaderSize: MAX_API_HEADER_BYTES,
      ...LISTENER_TIMEOUTS_MS,
    },
    (request, response) => {
      void serve(request, response, parts, responses);
    },
  );
  const responses: Responses = {
    signer: new ResponseSigner(parts.pki),
    order: new ResponseOrder(),
    // SVC-7.
    date: () => dateOfSecond(Math.floor(parts.services.clock.now() / 1000)),
  };
  const secured = new WeakSet<Socket>();
  // SVC-10.
  server.on('secureConnection', (socket) => secured.add(socket));
  // SVC-10.
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // A client that has not completed its TLS handshake cannot be answered.
    if (secured.has(socket)) answerBrokenRequest(error, socket, responses.date());
    else socket.destroy();
  });
  return server;
}

const SPOILT = 'The response signature is not valid, as the operator has scripted.';

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ApiParts,
  { signer, order, date }: Responses,
): Promise<void> {
  // Node detaches it from a request whose body is not read to its end.
  const { socket } = request;
  const before = order.enter(socket, response);
  try {
    // One request per connection at a time, so that a client that pipelines thousands does not delay others.
    if (before !== null) await isOver(before);
    // Without a client, the request must not change anything.
    if (socket.destroyed) return;
    const read = readRequest(request);
    const raw = read instanceof Promise ? await read : read;
    parts.catchUp();
    const { clock } = parts.services;
    const { happening, about, passage, occasion, outcome } = clock.atOneInstant(() => handle(raw, parts));
    const since = () => clock.realTime() - happening.at;
    if (outcome === null) {
      const failure = 'The bank closed the connection without a response, as the operator has scripted.';
      parts.journal.during(happening, () => parts.journal.add(failureFact(about, failure, since())));
      socket.destroy();
      return;
    }
    if (raw.method !== 'GET' && outcome.kind === 'answer') parts.changed();
    const exchange = exchangeOf(raw, passage, outcome, clock.now());
    // Delays only the response, because nothing may change between the gate and the resource.
    const delay = parts.scenarios.take('delayMs', occasion);
    if (delay !== undefined) await sleep(delay);
    const corrupt = parts.scenarios.take('corruptResponseSignature', occasion) === true;
    const reply = replyOf(outcome, exchange.requestId, date());
    if (raw.bodyTooLarge) reply.headers.push('Connection', 'close');
    const signed = reply.text !== null && parts.quirks.signResponses;
    if (signed) {
      const digest = writeDigest('SHA-256', hashOf('SHA-256', Buffer.from(reply.text ?? '')));
      // A signature over a different date is well formed but wrong.
      const signedDate = corrupt ? writeHttpDate(0) : reply.date;
      reply.headers.push(
        ...(await signer.headersFor({ date: signedDate, digest, requestId: exchange.requestId })),
      );
    }
    clock.atOneInstant(() => {
      const spoilt = signed && corrupt ? { signatureFault: SPOILT } : null;
      const answered = answerFact(about, outcome, { signed, ...spoilt, duration: since() });
      parts.journal.during(happening, () => parts.journal.add(answered, { exchange }));
    });
    parts.received(() =>
      receivedExchange(raw, reply, { seq: happening.seq, at: happening.at, duration: since(), exchange }),
    );
    // The client may have gone while the response was delayed or signed.
    if (response.destroyed || socket.destroyed) return;
    if (raw.bodyTooLarge) await sendMeanwhile(request, response, outcome.status, reply);
    else send(response, outcome.status, reply);
  } catch (error) {
    if (socket.destroyed) return;
    parts.log(`Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    // Throwing would end the process.
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

interface Handled {
  happening: Happening;
  about: About[];
  passage: Passage;
  occasion: Occasion;
  /** Null if the connection is to be dropped (SCA-8). */
  outcome: Answer | Refusal | null;
}

/** All work of a request, at one instant. */
function handle(raw: RawRequest, parts: ApiParts): Handled {
  let seen: Passage | null = null;
  const about = aboutRequest(raw);
  return parts.journal.enclose(
    () => requestFact(raw, about, seen),
    (happening) => {
      const passage = parts.gate.pass(raw);
      seen = passage;
      const occasion = { method: raw.method, path: pathOnly(raw), tpp: passage.tpp };
      if (parts.scenarios.take('dropConnection', occasion))
        return { happening, about, passage, occasion, outcome: null };
      const scripted = parts.scenarios.take('status', occasion);
      const outcome =
        scripted === undefined ? outcomeOf(passage.result, parts) : scriptedRefusal(scripted, passage);
      // SIG-12. A refused request changes nothing (SVC-10), unless it leads to an SCA.
      const refused = outcome.kind === 'refusal' && outcome.links === undefined;
      if (!refused && passage.sender !== null && parts.quirks.openRegister)
        if (noteCall(passage.sender, parts.register)) parts.changed();
      return { happening, about, passage, occasion, outcome };
    },
  );
}

function outcomeOf(result: TppRequest | Refusal, parts: ApiParts): Answer | Refusal {
  if ('kind' in result) return result;
  const outcome = RESOURCES[result.operation.id](result, parts.services);
  const isUnknown = outcome.kind === 'refusal' && outcome.code === 'RESOURCE_UNKNOWN';
  return isUnknown && Object.values(result.params).some(isEncoded)
    ? { ...outcome, hint: 'The id in the path is percent-encoded twice. Encode it once (SVC-9).' }
    : outcome;
}

/** Whether a decoded parameter of the path is still percent-encoded: no id has a % of its own. */
function isEncoded(param: string): boolean {
  return /%[0-9a-f]{2}/i.test(param);
}

/** Replaces the work of the request, including the checks of its resource, of which the consent is the first. */
function scriptedRefusal(status: number, { result }: Passage): Refusal {
  return refuse({
    check: 'kind' in result ? result.check : 'psu',
    scripted: true,
    rule: 'SCA-8',
    status,
    code: 'INTERNAL_SERVER_ERROR',
    text: `This ${status} was scripted by the simulator's operator. The request was not carried out.`,
  });
}

interface Reply {
  date: string;
  /** Alternating names and values, which Node writes without checking each again. */
  headers: string[];
  text: string | null;
  /** Bytes. */
  length: number;
}

/** SVC-7, ERR-1. */
function replyOf(outcome: Answer | Refusal, requestId: string | null, date: string): Reply {
  const body = outcome.kind === 'refusal' ? refusalBody(outcome) : outcome.body;
  const text = body === undefined ? null : body instanceof SharedBody ? body.text : JSON.stringify(body);
  const length = text === null ? 0 : Buffer.byteLength(text);
  const headers = ['Date', date, 'Cache-Control', 'no-store'];
  for (const name in outcome.headers) headers.push(name, outcome.headers[name] ?? '');
  if (requestId !== null) headers.push('X-Request-ID', requestId);
  const startsSca =
    outcome.kind === 'refusal' ? outcome.links?.['scaRedirect'] !== undefined : outcome.startsSca === true;
  if (startsSca) headers.push('ASPSP-SCA-Approach', 'REDIRECT');
  if (text !== null) {
    headers.push('Content-Type', 'application/json;charset=utf-8');
    headers.push('Content-Length', String(length));
  }
  return { date, headers, text, length };
}

function send(response: ServerResponse, status: number, { headers, text, length }: Reply): void {
  response.writeHead(status, headers);
  // A string is written together with the headers. ASCII needs no UTF-8 encoding.
  if (text !== null) response.end(text, length === text.length ? 'latin1' : 'utf8');
  else response.end();
}

/** SVC-6: responds to a client that may still be sending. */
async function sendMeanwhile(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { headers, text }: Reply,
): Promise<void> {
  response.writeHead(status, headers);
  if (text !== null) response.write(text);
  await dropRest(request);
  response.end();
}

function refusalBody(refusal: Refusal): object {
  const { code, path, text, links, more = [] } = refusal;
  const message = (fault: { path?: string | undefined; text: string }) => ({
    category: 'ERROR',
    code,
    ...(fault.path === undefined ? {} : { path: fault.path }),
    text: fault.text,
  });
  return {
    tppMessages: [message({ path, text }), ...more.map(message)],
    ...(links === undefined ? {} : { _links: links }),
  };
}

/** Responds to a request that Node cannot parse, and closes the connection (SVC-6, SVC-7, SVC-10). */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, date: string): void {
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const text = tooLong ? 'The headers are larger than 16384 bytes.' : 'The request cannot be read as HTTP.';
  const body = JSON.stringify({ tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text }] });
  sendLast(
    socket,
    `HTTP/1.1 ${status}\r\nDate: ${date}\r\nContent-Type: application/json;charset=utf-8\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
