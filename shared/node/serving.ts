/** What every listener on this machine does with its requests, so that none of them can end or block the process. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isOver, ResponseOrder } from './response-order.ts';

/**
 * Milliseconds that a client has: for the TLS handshake, for the headers, and for a whole request. Without a limit of
 * its own, a TLS connection that never speaks would stay open for two minutes.
 */
export const PATIENCE = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
} as const;

/**
 * A listener whose error, thrown or rejected, is reported and answered with a 500 without text. The requests of a connection are
 * answered one after the other: of a client that sends thousands ahead and does not read, one response waits in memory.
 */
export function answering(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  failed: (error: unknown) => void,
): RequestListener {
  const order = new ResponseOrder();
  return (request, response) => {
    // Kept here: Node takes it from a request whose body is too large to be read to its end.
    const { socket } = request;
    const before = order.enter(socket, response);
    // An async function, so that it does not matter whether an error is thrown before or after the first wait.
    const answered = (async () => {
      if (before !== null) await isOver(before);
      // The client has gone, so nothing is done for it that it cannot know about.
      if (!socket.destroyed) await answer(request, response);
    })();
    void answered.catch((error: unknown) => {
      // A client that has gone is not an error of ours, and nobody reads the response.
      if (socket.destroyed) return;
      failed(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    });
  };
}
