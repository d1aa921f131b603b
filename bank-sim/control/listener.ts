/** The control listener: JSON with a bearer token, on loopback unless the operator opens it, not part of the bank's API (contract section 13). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { foreignPage, ownHost, readTarget } from '../../shared/node/local-request.ts';
import { readBody } from '../../shared/node/bounded-http.ts';
import { eventStream } from '../../shared/node/local-response.ts';
import { answering } from '../../shared/node/local-response.ts';
import { controlError, type Reply, type Subscribe } from './reply.ts';
import type { ControlRequest } from './call.ts';
import { LISTENER_TIMEOUTS_MS, REQUEST_BODY_MS } from '../../shared/limits.ts';

export interface ControlHandler {
  /** Why a request is refused with 401; null if it is not. @param path as sent, without query; null if the target has none @param authorization the header; '' for none */
  refusal: (path: string | null, authorization: string) => string | null;
  /** Maximum size of a request body, in bytes. @param path as sent, without query */
  largestBody: (method: string, path: string) => number;
  handle: (request: ControlRequest) => Reply | Promise<Reply>;
}

const MIB = 1024 * 1024;

export interface ControlServerOptions {
  /** Host names and addresses besides those of loopback, in lower case. */
  names: readonly string[];
  /** PEM of key and certificates for HTTPS; plain HTTP if left out. */
  tls?: { key: string; cert: string } | undefined;
  log: (message: string) => void;
}

export function controlServer(handler: ControlHandler, options: ControlServerOptions): Server {
  const { tls, log } = options;
  const failed = (error: unknown) => log(`Internal error in the control listener: ${String(error)}`);
  const answer = answering(async (request, response) => {
    const { socket } = request;
    const reply = await serve(request, handler, options).catch((error: unknown) => {
      // A client that has gone, perhaps in the middle of its body, is not an error of the bank.
      if (!socket.destroyed) failed(error);
      return controlError(500, "Internal error. See the bank's log.");
    });
    if ('stream' in reply) streamEvents(response, reply.stream);
    else write(response, reply);
  }, failed);
  return tls === undefined
    ? createServer(LISTENER_TIMEOUTS_MS, answer)
    : createTlsServer({ ...LISTENER_TIMEOUTS_MS, ...tls }, answer);
}

async function serve(
  request: IncomingMessage,
  handler: ControlHandler,
  { names, tls }: ControlServerOptions,
): Promise<Reply> {
  const host = ownHost(request, names);
  if (host === null)
    return controlError(
      403,
      `The Host header must be ${['127.0.0.1', 'localhost', ...names].join(', ')} or [::1].`,
    );
  if (foreignPage(request, tls === undefined ? 'http' : 'https', host) !== null)
    return controlError(403, 'Pages of other origins may not call the bank.');
  const target = readTarget(request);
  const refusal = handler.refusal(target?.path ?? null, request.headers.authorization ?? '');
  if (refusal !== null) return controlError(401, refusal);
  if (target === null) return controlError(400, 'The request target must be a path.');
  const { method = '' } = request;
  const body = await readJson(request, handler.largestBody(method, target.path));
  if ('problem' in body) return controlError(400, body.problem);
  return handler.handle({ method, ...target, body: body.value });
}

function streamEvents(response: ServerResponse, subscribe: Subscribe): void {
  const write = eventStream(response);
  const end = subscribe(
    (event, json) => write(`event: ${event}\ndata: ${json}\n\n`),
    () => response.end(),
  );
  response.on('close', end);
}

async function readJson(
  request: IncomingMessage,
  bytes: number,
): Promise<{ value: unknown } | { problem: string }> {
  const read = await readBody(request, { bytes, time: REQUEST_BODY_MS });
  if (!read.ok)
    return {
      problem:
        read.reason === 'too-large'
          ? `The body is larger than ${bytes / MIB} MiB.`
          : 'The body did not arrive in time.',
    };
  if (read.bytes.length === 0) return { value: {} };
  try {
    return { value: JSON.parse(read.bytes.toString('utf8')) };
  } catch {
    return { problem: 'The body is not valid JSON.' };
  }
}

function write(response: ServerResponse, reply: Exclude<Reply, { stream: unknown }>): void {
  const isText = 'text' in reply;
  response.writeHead(reply.status, {
    'Content-Type': isText ? reply.type : 'application/json;charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(isText ? reply.text : JSON.stringify(reply.body));
}
