/** The redirect receiver: a loopback address that the PSU returns to after SCA. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Listener, openAll } from '../../../shared/node/listening.ts';
import { CLEAR_STORAGE, opensPage, ownHost, readTarget } from '../../../shared/node/local-request.ts';
import { answering, PATIENCE } from '../../../shared/node/serving.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.receiver;

const PATH = '/sca/return';
const METHODS: readonly string[] = ['GET', 'HEAD'];

const PAGE = (
  title: string,
  text: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32em;padding:0 1em;color-scheme:light dark}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

export interface Receiver {
  /** The TPP-Redirect-URI to send. */
  redirectUri: string;
  port: number;
  stop: () => Promise<void>;
}

export interface ReceiverOptions {
  /** The port of the last start, so that the address stays the same; if it is taken, any free port is used. */
  preferredPort: number;
  /**
   * The last piece of the path, which only the bank knows. A failed SCA names no session, so without it any web page
   * could end an SCA in progress.
   */
  secret: string;
  /** Called with the query of every redirect. */
  received: (query: URLSearchParams) => void;
  log: (line: string) => void;
}

export async function startReceiver({
  preferredPort,
  secret,
  received,
  log,
}: ReceiverOptions): Promise<Receiver> {
  const path = `${PATH}/${secret}`;
  const server = createServer(
    PATIENCE,
    answering(
      (request, response) => answer(request, response, path, received),
      (error) => log(t.internal(String(error))),
    ),
  );
  const listener = new Listener(server, null);
  await openAll([[listener, preferredPort]], true);
  const { port } = listener;
  return { redirectUri: `http://127.0.0.1:${port}${path}`, port, stop: () => listener.close() };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  received: (query: URLSearchParams) => void,
): void {
  const target = readTarget(request);
  const known = ownHost(request) !== null && target?.path === path && opensPage(request);
  const { method = '' } = request;
  if (!METHODS.includes(method)) {
    response.writeHead(405, { Allow: METHODS.join(', '), Connection: 'close' }).end();
    return;
  }
  response.writeHead(known ? 200 : 404, {
    'Content-Type': 'text/html;charset=utf-8',
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  if (!known) {
    response.end(PAGE(t.nothingHere, t.onlyABank));
    return;
  }
  if (method === 'GET') received(target.query);
  response.end(PAGE(t.back, t.backText));
}
