/** The redirect receiver: a loopback address that the PSU returns to after SCA. */
import { createServer } from 'node:http';
import { listen } from '../../../shared/node/listening.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.receiver;

const PATH = '/sca/return';

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

/**
 * @param preferredPort the port of the last start, so that the address stays the same; if it is taken, any free port is used
 * @param received called with the query of every redirect
 */
export async function startReceiver(
  preferredPort: number,
  received: (query: URLSearchParams) => void,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const known = url.pathname === PATH && (host === '127.0.0.1' || host === 'localhost');
    response.writeHead(known ? 200 : 404, {
      'Content-Type': 'text/html;charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    if (!known) {
      response.end(PAGE(t.nothingHere, t.onlyABank));
      return;
    }
    if (request.method === 'GET') received(url.searchParams);
    response.end(PAGE(t.back, t.backText));
  });
  const port = await listen(server, preferredPort).catch(() => listen(server, 0));
  return {
    redirectUri: `http://127.0.0.1:${port}${PATH}`,
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
