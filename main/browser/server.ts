/** The browser host: serves core and renderer on a loopback port, to browsers that have signed in (sign-in.ts). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Envelope } from '../../shared/contract/envelope.ts';
import {
  answerBrokenRequests,
  BROWSER_HEADERS,
  eventStream,
  answering,
} from '../../shared/node/local-response.ts';
import { Listener } from '../../shared/node/http-server.ts';
import {
  CLEAR_STORAGE,
  decodePiece,
  foreignPage,
  opensPage,
  ownHost,
  readTarget,
  type Target,
} from '../../shared/node/local-request.ts';
import { readBody } from '../../shared/node/bounded-http.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Workbench } from '../core/services.ts';
import { readRendererFile, RENDERER_HEADERS } from '../renderer-files.ts';
import { downloadOf, receiveUpload, stagePageOf } from '../transfer-routes.ts';
import { Admission } from './sign-in.ts';
import {
  LISTENER_TIMEOUTS_MS,
  MAX_CALL_BYTES,
  TRANSFER_MS,
  FORM_MS,
  MAX_FORM_BYTES,
} from '../../shared/limits.ts';

const t = texts.core.server;

export interface BrowserHost {
  origin: string;
  key: string;
  /** An address that opens the workbench once, within a minute. */
  newAddress: () => string;
  stop: () => Promise<void>;
}

/** Keeps proxies from closing a silent event stream. */
const HEARTBEAT_MS = 20_000;

interface Parts {
  workbench: Workbench;
  rendererFolder: string;
  log: (line: string) => void;
  now?: () => number;
}

/** @param port 0 for any free port @throws StartError if the port is in use */
export async function startBrowserHost(parts: Parts, port: number): Promise<BrowserHost> {
  const admission = new Admission(parts.now);
  let hosts: readonly string[] = [];
  const server = createServer(
    { ...LISTENER_TIMEOUTS_MS, ...BROWSER_HEADERS, requestTimeout: TRANSFER_MS },
    answering(
      (request, response) => serve(request, response, { ...parts, admission, hosts }),
      (error) => parts.log(t.internal(String(error))),
    ),
  );
  answerBrokenRequests(server, { type: 'text/plain;charset=utf-8', body: t.tooManyCookies });
  const listener = new Listener(server, '--port');
  await listener.open(port);
  hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${listener.port}`);
  const origin = `http://${hosts[0]}`;
  return {
    origin,
    key: admission.key,
    newAddress: () => `${origin}/open/${admission.newCode()}`,
    stop: () => listener.close(),
  };
}

interface Inside extends Parts {
  admission: Admission;
  /** Accepted values of Host. */
  hosts: readonly string[];
}

async function serve(request: IncomingMessage, response: ServerResponse, parts: Inside): Promise<void> {
  const { workbench, rendererFolder, admission, hosts } = parts;
  const host = ownHost(request);
  if (host === null || !hosts.includes(host)) return refuse(response, t.foreignHost);
  const target = readTarget(request);
  if (target === null) return refuse(response, t.notAPath, 400);
  if (!target.path.startsWith(admission.basePath)) return answerEntry(request, response, target, admission);
  // Also pages on other ports of this machine, which are of the same site for the browser.
  const foreign = foreignPage(request, 'http', host);
  if (foreign !== null) return refuse(response, foreign === 'origin' ? t.foreignOrigin : t.foreignSite);
  if (!admission.hasCookie(request)) return refuse(response, t.noCookie);
  const path = target.path.slice(admission.basePath.length - 1);
  if (request.method === 'POST' && path.startsWith('/rpc/'))
    return answerCall(request, response, path.slice(5), workbench);
  if (request.method === 'POST' && path === '/upload') {
    const envelope = await receiveUpload(workbench, target.query, request as AsyncIterable<Buffer>);
    return answerJson(response, envelope);
  }
  if (request.method === 'GET' && path === '/events') return streamEvents(response, workbench);
  if (request.method !== 'GET') {
    response.writeHead(405, { Allow: 'GET' }).end();
    return;
  }
  if (path.startsWith('/download/')) {
    const { status, headers, body } = downloadOf(workbench, path.slice('/download/'.length));
    response.writeHead(status, headers);
    // A client that cancels a download closes the connection.
    await pipeline(body, response).catch(() => undefined);
    return;
  }
  if (path.startsWith('/stage/')) {
    const { status, headers, body } = stagePageOf(workbench, path.slice('/stage/'.length));
    response.writeHead(status, headers).end(body);
    return;
  }
  if ((path === '/' || path.endsWith('.html')) && !opensPage(request))
    return refuse(response, t.openedByWorker, 403, CLEAR_STORAGE);
  const file = await readRendererFile(rendererFolder, path);
  response.writeHead(file.status, file.headers).end(file.body);
}

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  method: string,
  workbench: Workbench,
): Promise<void> {
  const end = (status: number) => void response.writeHead(status).end();
  const read = await readBody(request, { bytes: MAX_CALL_BYTES, time: TRANSFER_MS });
  if (!read.ok) return end(read.reason === 'too-large' ? 413 : 408);
  let input: unknown;
  try {
    input = JSON.parse(read.bytes.toString('utf8'));
  } catch {
    return end(400);
  }
  const name = decodePiece(method);
  if (name === null) return end(400);
  answerJson(response, await workbench.dispatch(name, input));
}

function answerJson(response: ServerResponse, envelope: Envelope<unknown>): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(envelope));
}

function streamEvents(response: ServerResponse, workbench: Workbench): void {
  const write = eventStream(response);
  const end = workbench.onEvent((name, payload) => write(`data: ${JSON.stringify({ name, payload })}\n\n`));
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  response.on('close', () => {
    clearInterval(heartbeat);
    end();
  });
}

const PLAIN = {
  ...RENDERER_HEADERS,
  'Content-Type': 'text/plain;charset=utf-8',
  'Cache-Control': 'no-store',
};

/** Signs a browser in, with a code in the address or the key in a form. Everything else outside the base path is refused. */
async function answerEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { path }: Target,
  admission: Admission,
): Promise<void> {
  const [, first, code, ...more] = path.split('/');
  if (first === 'open' && code !== undefined && more.length === 0 && request.method === 'GET') {
    // A prefetch must not use up the code.
    if (/prefetch|prerender/.test(request.headers['sec-purpose']?.toString() ?? ''))
      return refuse(response, t.notInAdvance, 503);
    // Asked by a page or service worker that another program left on this port. Users come from elsewhere.
    if (!opensPage(request) || request.headers['sec-fetch-site'] === 'same-origin')
      return refuse(response, t.openedByWorker, 403, CLEAR_STORAGE);
    return admission.useCode(code) ? signIn(request, response, admission) : refuse(response, t.usedCode);
  }
  if (request.method === 'POST' && (path === '/open' || path === '/codes')) {
    const form = await readBody(request, { bytes: MAX_FORM_BYTES, time: FORM_MS });
    const key = form.ok ? new URLSearchParams(form.bytes.toString('utf8')).get('key') : null;
    if (key === null || !admission.isKey(key)) return refuse(response, t.usedCode);
    if (path === '/open' && !opensPage(request))
      return refuse(response, t.openedByWorker, 403, CLEAR_STORAGE);
    if (path === '/open') return signIn(request, response, admission);
    response.writeHead(200, PLAIN).end(admission.newCode());
    return;
  }
  refuse(response, t.wrongAddress);
}

function refuse(
  response: ServerResponse,
  text: string,
  status = 403,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...PLAIN, ...more }).end(text);
}

function signIn({ headers }: IncomingMessage, response: ServerResponse, admission: Admission): void {
  const { basePath } = admission;
  const common = {
    ...RENDERER_HEADERS,
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    'Set-Cookie': admission.cookie(),
  };
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'none') {
    response.writeHead(303, { ...common, Location: basePath }).end();
    return;
  }
  // From a link elsewhere or from the file: browsers send the cookie only after navigation from our own page.
  response.writeHead(200, { ...common, 'Content-Type': 'text/html;charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${basePath}"><title>${t.opening}</title></head><body><a href="${basePath}">${t.open}</a></body></html>`,
  );
}
