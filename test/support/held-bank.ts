/** A bank that responds only on command, so that requests stay in progress for as long as a test needs. */
import { startTlsServer, type TlsServer } from './tls-server.ts';

export interface HeldBank extends TlsServer {
  /** Paths of the requests that wait for a response, in order of arrival. */
  waiting: () => string[];
  /** Resolves when a request for this path is waiting, or this number of requests. */
  arrived: (what: string | number) => Promise<void>;
  /** Answers a waiting request. @throws Error if none is waiting for this path */
  answer: (path: string, body?: string) => void;
}

export async function startHeldBank(): Promise<HeldBank> {
  const held: { path: string; answer: (body: string) => void }[] = [];
  const watchers = new Set<() => void>();
  const server = await startTlsServer('Held bank CA', (request, response) => {
    const one = {
      path: request.url ?? '',
      answer: (body: string) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body),
    };
    held.push(one);
    // A request that the client gave up no longer waits.
    response.on('close', () => held.includes(one) && held.splice(held.indexOf(one), 1));
    for (const look of watchers) look();
  });
  return {
    ...server,
    waiting: () => held.map(({ path }) => path),
    arrived: (what) =>
      new Promise((resolve) => {
        const look = () => {
          const there =
            typeof what === 'number' ? held.length >= what : held.some(({ path }) => path === what);
          if (!there) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    answer: (path, body = '{}') => {
      const at = held.findIndex((one) => one.path === path);
      const [one] = at < 0 ? [] : held.splice(at, 1);
      if (!one) throw new Error(`No request for ${path} waits.`);
      one.answer(body);
    },
  };
}
