/** The redirect receiver: a loopback address that the PSU returns to after SCA. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerBrokenRequests, BROWSER_HEADERS, answering } from '../../../shared/node/local-response.ts';
import { Listener, openAll } from '../../../shared/node/http-server.ts';
import { CLEAR_STORAGE, opensPage, ownHost, readTarget } from '../../../shared/node/local-request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { LISTENER_TIMEOUTS_MS } from '../../../shared/limits.ts';

const t = texts.core.receiver;

const PATH = '/sca/return';
/** Characters of 6 bits each. */
const PATH_SECRET = 16;
const METHODS: readonly string[] = ['GET', 'HEAD'];

const PAGE = (
  title: string,
  text: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32em;padding:0 1em}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

export interface Receiver {
  /** The TPP-Redirect-URI to send from an environment. */
  redirectUri: (environmentId: string) => string;
  port: number;
  stop: () => Promise<void>;
}

export interface ReceiverOptions {
  /** The port of the last start, so that the address stays the same; if it is taken, any free port is used. */
  preferredPort: number;
  /**
   * What the last piece of each path is made from. Only the banks of an environment know its path: a failed SCA names no
   * session, so otherwise any web page, or the bank of another environment, could end an SCA in progress.
   */
  secret: string;
  /** Ids of the environments that there are now. */
  environments: () => readonly string[];
  /** Called with the query of every redirect, the environment whose path it came to, and path and query as sent. */
  received: (environmentId: string, query: URLSearchParams, target: string) => void;
  log: (line: string) => void;
}

export async function startReceiver({
  preferredPort,
  secret,
  environments,
  received,
  log,
}: ReceiverOptions): Promise<Receiver> {
  const pathOf = (id: string) =>
    `${PATH}/${createHmac('sha256', secret).update(id).digest('base64url').slice(0, PATH_SECRET)}`;
  const environmentAt = (path: string) =>
    path.startsWith(PATH) ? (environments().find((id) => pathOf(id) === path) ?? null) : null;
  const server = createServer(
    { ...LISTENER_TIMEOUTS_MS, ...BROWSER_HEADERS },
    answering(
      (request, response) => answer(request, response, environmentAt, received),
      (error) => log(t.internal(String(error))),
    ),
  );
  answerBrokenRequests(server, {
    type: 'text/html;charset=utf-8',
    body: PAGE(t.nothingHere, texts.core.server.tooManyCookies),
  });
  const listener = new Listener(server, null);
  await openAll([[listener, preferredPort]], true);
  const { port } = listener;
  return { redirectUri: (id) => `http://127.0.0.1:${port}${pathOf(id)}`, port, stop: () => listener.close() };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  environmentAt: (path: string) => string | null,
  received: ReceiverOptions['received'],
): void {
  const target = readTarget(request);
  const asked = ownHost(request) !== null && opensPage(request) ? target : null;
  const environment = asked && environmentAt(asked.path);
  const { method = '' } = request;
  if (!METHODS.includes(method)) {
    response.writeHead(405, { Allow: METHODS.join(', '), Connection: 'close' }).end();
    return;
  }
  response.writeHead(environment === null ? 404 : 200, {
    'Content-Type': 'text/html;charset=utf-8',
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  if (asked === null || environment === null) {
    response.end(PAGE(t.nothingHere, t.onlyABank));
    return;
  }
  if (method === 'GET') received(environment, asked.query, request.url ?? '');
  response.end(PAGE(t.back, t.backText));
}
