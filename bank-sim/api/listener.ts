/** The API's HTTPS listener: reads a request, passes it to the gate and the resource, signs and writes the response. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeBase64, binaryToBytes } from '../../shared/signing/base64.ts';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { writeDigest } from '../../shared/signing/digest.ts';
import { writeHttpDate } from '../../shared/signing/http-date.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { writeSignatureHeader } from '../../shared/signing/signature-header.ts';
import { SIGNED_RESPONSE_HEADERS, signingString } from '../../shared/signing/signing-string.ts';
import { hashOf, signRsaSha256 } from '../../shared/node/rsa.ts';
import type { Scenarios } from '../scenarios.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { ExchangeLog } from '../exchanges.ts';
import { explain, type Gate, pathOnly, type TppRequest } from '../gate/gate.ts';
import type { BankPki } from '../pki/bank-pki.ts';
import type { Quirks } from '../quirks.ts';
import { REQUEST_TIMES } from '../request-times.ts';
import type { Answer } from './answer.ts';
import { readRequest } from './incoming.ts';
import { RESOURCES } from './resources.ts';
import type { Services } from './services.ts';

export interface ApiParts {
  scenarios: Scenarios;
  gate: Gate;
  services: Services;
  exchanges: ExchangeLog;
  pki: BankPki;
  quirks: Quirks;
  /** Does the work that is due by the clock; called before every request. */
  catchUp: () => void;
  /** Called when a request has changed something. */
  changed: () => void;
  /** Receives every internal error; the response does not reveal it (SVC-10). */
  log: (message: string) => void;
}

/** SVC-5: TLS 1.2 or higher; a client certificate is requested but not required. */
export function apiServer(parts: ApiParts): Server {
  const signer = responseSigner(parts.pki);
  const server = createServer(
    {
      key: parts.pki.tls.key,
      cert: parts.pki.tls.cert,
      minVersion: 'TLSv1.2',
      requestCert: true,
      rejectUnauthorized: false,
      // Above the 16 KiB of SVC-6, so that the bank itself can answer 431 with a reason; above this limit Node answers.
      maxHeaderSize: 64 * 1024,
      ...REQUEST_TIMES,
    },
    (request, response) => {
      void serve(request, response, parts, signer);
    },
  );
  server.on('clientError', answerBrokenRequest);
  return server;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ApiParts,
  signer: ResponseSigner,
): Promise<void> {
  try {
    const read = readRequest(request);
    const raw = read instanceof Promise ? await read : read;
    parts.catchUp();
    const passage = parts.gate.pass(raw);
    const { findings } = passage;
    const occasion = { method: raw.method, path: pathOnly(raw), tpp: passage.tpp };
    if (parts.scenarios.take('dropConnection', occasion)) {
      request.socket.destroy();
      return;
    }
    const scripted = parts.scenarios.take('status', occasion);
    const outcome = scripted === undefined ? outcomeOf(passage.result, parts) : scriptedRefusal(scripted);
    const requestId = raw.headers.first('x-request-id')?.trim() ?? null;
    parts.exchanges.add({
      requestId,
      method: raw.method,
      path: raw.target,
      status: outcome.status,
      tpp: passage.tpp,
      operation: passage.operation,
      at: parts.services.clock.now(),
      clientCertificate: raw.clientCertificate,
      notes: findings.notes,
      rule: outcome.kind === 'refusal' ? outcome.rule : null,
      explanation: outcome.kind === 'refusal' ? explain(outcome, findings) : null,
    });
    if (raw.method !== 'GET' && outcome.kind === 'answer') parts.changed();
    // Only the response is delayed, not the work: nothing may change between the gate and the resource.
    const delay = parts.scenarios.take('delayMs', occasion);
    if (delay !== undefined) await sleep(delay);
    const corrupt = parts.scenarios.take('corruptResponseSignature', occasion) === true;
    write(response, outcome, { requestId, close: raw.bodyTooLarge, corrupt }, parts, signer);
  } catch (error) {
    if (request.socket.destroyed) return;
    parts.log(`Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    // Throwing here would end the process, and the workbench with it.
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

function outcomeOf(result: TppRequest | Refusal, parts: ApiParts): Answer | Refusal {
  return 'kind' in result ? result : RESOURCES[result.operation.id](result, parts.services);
}

/** The scripted refusal, which replaces the work of the request. */
function scriptedRefusal(status: number): Refusal {
  return refuse({
    check: 'business',
    rule: 'SCA-8',
    status,
    code: 'INTERNAL_SERVER_ERROR',
    text: `This ${status} was scripted by the simulator's operator. The request was not carried out.`,
  });
}

type ResponseSigner = (date: string, requestId: string, digest: string) => Record<string, string>;

/** SIG-13. */
function responseSigner(pki: BankPki): ResponseSigner {
  const key: KeyObject = createPrivateKey(pki.signing.key);
  const certificate = readCertificateHeader(pki.signing.cert);
  const keyId = keyIdOf(certificate);
  const encoded = encodeBase64(certificate.der);
  return (date, requestId, digest) => {
    const values: Record<string, string> = { date, digest, 'x-request-id': requestId };
    const names = SIGNED_RESPONSE_HEADERS.filter((name) => name !== 'x-request-id' || requestId !== '');
    const text = signingString(names, { method: '', target: '', header: (name) => values[name] });
    const signature = encodeBase64(signRsaSha256(key, binaryToBytes(text)));
    return {
      Signature: writeSignatureHeader({ keyId, algorithm: 'rsa-sha256', headers: [...names], signature }),
      'TPP-Signature-Certificate': encoded,
    };
  };
}

/** SVC-7, ERR-1. */
function write(
  response: ServerResponse,
  outcome: Answer | Refusal,
  { requestId, close, corrupt }: { requestId: string | null; close: boolean; corrupt: boolean },
  parts: ApiParts,
  signer: ResponseSigner,
): void {
  const date = writeHttpDate(parts.services.clock.now());
  const body = outcome.kind === 'refusal' ? refusalBody(outcome) : outcome.body;
  const text = body === undefined ? null : JSON.stringify(body);
  const length = text === null ? 0 : Buffer.byteLength(text);
  // Alternating names and values, which Node writes without examining each again.
  const headers = ['Date', date, 'Cache-Control', 'no-store'];
  for (const name in outcome.headers) headers.push(name, outcome.headers[name] ?? '');
  if (requestId !== null) headers.push('X-Request-ID', requestId);
  const startsSca =
    outcome.kind === 'refusal' ? outcome.links?.['scaRedirect'] !== undefined : outcome.startsSca === true;
  if (startsSca) headers.push('ASPSP-SCA-Approach', 'REDIRECT');
  if (text !== null) {
    headers.push('Content-Type', 'application/json;charset=utf-8');
    headers.push('Content-Length', String(length));
    if (parts.quirks.signResponses) {
      const digest = writeDigest('SHA-256', hashOf('SHA-256', Buffer.from(text)));
      // A signature over a different date is well formed but wrong.
      const signedDate = corrupt ? writeHttpDate(0) : date;
      const signed = { Digest: digest, ...signer(signedDate, requestId ?? '', digest) };
      for (const [name, value] of Object.entries(signed)) headers.push(name, value);
    }
  }
  if (close) headers.push('Connection', 'close');
  response.sendDate = false;
  response.writeHead(outcome.status, headers);
  // As a string, the body is written together with the headers. Plain ASCII needs no UTF-8 encoding.
  if (text !== null) response.end(text, length === text.length ? 'latin1' : 'utf8');
  else response.end();
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

/** Answers what cannot be parsed as HTTP with a proper response, then closes the connection (SVC-6, SVC-10). */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // Node emits the error again for every further piece of the same request.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const text = tooLong ? 'The headers are larger than 16384 bytes.' : 'The request cannot be read as HTTP.';
  const body = JSON.stringify({ tppMessages: [{ category: 'ERROR', code: 'FORMAT_ERROR', text }] });
  // The rest of the input is read and discarded: closing with unread bytes would reset the connection and
  // lose the response. A client that never stops sending is cut off.
  socket.setTimeout(5000, () => socket.destroy());
  socket.resume();
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json;charset=utf-8\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
}
