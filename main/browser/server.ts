/** The browser host: core and renderer on a loopback port, protected by a token in the path. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { listen } from '../../shared/node/listening.ts';
import { readBody } from '../../shared/node/read-body.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Workbench } from '../core/workbench.ts';
import { readRendererFile } from '../renderer-files.ts';
import { downloadOf, receiveUpload } from '../transfer-routes.ts';

const t = texts.core.server;

export interface BrowserHost {
  /** The only address that opens the workbench. It contains a token that is new at every start. */
  url: string;
  stop: () => Promise<void>;
}

const MAX_INPUT = 64 * 1024 * 1024;
/** Milliseconds within which the input of a call must arrive: Node's own limit for a request. */
const INPUT_TIME = 300_000;
/** Milliseconds between heartbeats, which keep proxies from closing a silent event stream. */
const HEARTBEAT = 20_000;

export async function startBrowserHost(
  workbench: Workbench,
  rendererFolder: string,
  port: number,
): Promise<BrowserHost> {
  const token = randomBytes(24).toString('base64url');
  let origins: readonly string[] = [];
  const server = createServer((request, response) => {
    serve(request, response, { workbench, rendererFolder, token, origins }).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const taken = await listen(server, port);
  origins = [`http://127.0.0.1:${taken}`, `http://localhost:${taken}`];
  return {
    url: `${origins[0]}/${token}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Parts {
  workbench: Workbench;
  rendererFolder: string;
  token: string;
  origins: readonly string[];
}

async function serve(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const refusal = refusalOf(request, parts);
  if (refusal !== null) {
    response.writeHead(403, { 'Content-Type': 'text/plain;charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(refusal);
    return;
  }
  const path = (request.url ?? '').split('?', 1)[0]?.slice(parts.token.length + 1) ?? '';
  if (request.method === 'POST' && path.startsWith('/rpc/'))
    return answerCall(request, response, path.slice(5), parts.workbench);
  if (request.method === 'POST' && path === '/upload') {
    const name = new URL(request.url ?? '/', 'http://localhost').searchParams.get('name') ?? 'file';
    const envelope = await receiveUpload(parts.workbench, name, request as AsyncIterable<Buffer>);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(envelope));
    return;
  }
  if (request.method === 'GET' && path === '/events') return streamEvents(response, parts.workbench);
  if (request.method !== 'GET') {
    response.writeHead(405, { Allow: 'GET' }).end();
    return;
  }
  if (path.startsWith('/download/')) {
    const { status, headers, body } = await downloadOf(parts.workbench, path.slice('/download/'.length));
    response.writeHead(status, headers);
    // A client that cancels a download closes the connection, so there is nobody to report to.
    await pipeline(body, response).catch(() => undefined);
    return;
  }
  const file = await readRendererFile(parts.rendererFolder, path);
  response.writeHead(file.status, file.headers).end(file.body);
}

/** Why a request is refused: a different Host (DNS rebinding), a different Origin (a foreign page), or no token. */
function refusalOf(request: IncomingMessage, { token, origins }: Parts): string | null {
  const host = request.headers.host ?? '';
  if (!origins.includes(`http://${host}`)) return t.foreignHost;
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) return t.foreignOrigin;
  const site = request.headers['sec-fetch-site'];
  if (request.method !== 'GET' && site !== undefined && site !== 'same-origin') return t.foreignSite;
  const given = Buffer.from((request.url ?? '').split(/[/?]/)[1] ?? '');
  const wanted = Buffer.from(token);
  const same =
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    (request.url ?? '').startsWith(`/${token}/`);
  return same ? null : t.wrongToken;
}

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
  workbench: Workbench,
): Promise<void> {
  const read = await readBody(request, { bytes: MAX_INPUT, time: INPUT_TIME });
  if (!read.ok) {
    response.writeHead(read.reason === 'too-large' ? 413 : 408).end();
    return;
  }
  let input: unknown;
  try {
    input = JSON.parse(read.bytes.toString('utf8'));
  } catch {
    response.writeHead(400).end();
    return;
  }
  const envelope = await workbench.dispatch(decodeURIComponent(method), input);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(envelope));
}

function streamEvents(response: ServerResponse, workbench: Workbench): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': connected\n\n');
  const end = workbench.onEvent((name, payload) =>
    response.write(`data: ${JSON.stringify({ name, payload })}\n\n`),
  );
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT);
  response.on('close', () => {
    clearInterval(heartbeat);
    end();
  });
}
