/** The control listener: JSON on loopback with a bearer token, not part of the bank's API (contract section 13). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { foreignPage, ownHost, readTarget } from '../../shared/node/local-request.ts';
import { LARGEST_SNAPSHOT, parseBounded } from '../../shared/node/bounded-json.ts';
import { readBody } from '../../shared/node/read-body.ts';
import { sameSecret } from '../../shared/node/same-secret.ts';
import { answering, eventStream, PATIENCE } from '../../shared/node/serving.ts';
import { BODY_TIME } from '../request-times.ts';
import type { Control } from './control.ts';
import { controlError, type Reply } from './reply.ts';

/** Reports every exchange and change until the returned function is called. */
export type Subscribe = (tell: (event: 'exchange' | 'change', data: unknown) => void) => () => void;

export interface Door {
  token: string;
  /** Host names and addresses besides those of loopback, in lower case. */
  names: readonly string[];
  log: (message: string) => void;
}

export function controlServer(control: Control, subscribe: Subscribe, { token, names, log }: Door): Server {
  const failed = (error: unknown) => log(`Internal error in the control listener: ${String(error)}`);
  return createServer(
    PATIENCE,
    answering(async (request, response) => {
      const { socket } = request;
      const reply = await serve(request, { control, token, names }).catch((error: unknown) => {
        // A client that has gone, perhaps in the middle of its body, is not an error of the bank.
        if (!socket.destroyed) failed(error);
        return controlError(500, "Internal error. See the bank's log.");
      });
      if ('stream' in reply) streamEvents(response, subscribe);
      else write(response, reply);
    }, failed),
  );
}

interface Parts {
  control: Control;
  token: string;
  names: readonly string[];
}

async function serve(request: IncomingMessage, { control, token, names }: Parts): Promise<Reply> {
  const host = ownHost(request, names);
  if (host === null)
    return controlError(
      403,
      `The Host header must be ${['127.0.0.1', 'localhost', ...names].join(', ')} or [::1].`,
    );
  if (foreignPage(request, 'http', host) !== null)
    return controlError(403, 'Pages of other origins may not call the bank.');
  const target = readTarget(request);
  const isOpen = target !== null && !control.needsToken(target.path);
  if (!isOpen && !sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
    return controlError(
      401,
      'Send the control token as "Authorization: Bearer <controlToken>". The bank prints it when it is ready.',
    );
  }
  if (target === null) return controlError(400, 'The request target must be a path.');
  const body = await readJson(request);
  if ('problem' in body) return controlError(400, body.problem);
  return control.handle(request.method ?? '', target.path, target.query, body.value);
}

/** One event for each exchange and each change of state. */
function streamEvents(response: ServerResponse, subscribe: Subscribe): void {
  const write = eventStream(response);
  const end = subscribe((event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  response.on('close', end);
}

async function readJson(request: IncomingMessage): Promise<{ value: unknown } | { problem: string }> {
  const read = await readBody(request, { bytes: LARGEST_SNAPSHOT, time: BODY_TIME });
  if (!read.ok)
    return {
      problem:
        read.reason === 'too-large' ? 'The body is larger than 128 MiB.' : 'The body did not arrive in time.',
    };
  if (read.bytes.length === 0) return { value: {} };
  try {
    return { value: parseBounded(read.bytes) };
  } catch {
    return { problem: 'The body is not valid JSON, or has too many values.' };
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
