/** Server-sent events (WHATWG HTML, 9.2) to clients that may not read them. */
import type { ServerResponse } from 'node:http';

/** Bytes that may wait for one client, beside one event. */
const MOST_WAITING = 2 * 1024 * 1024;

/**
 * Starts a response of events.
 * @returns writes a piece; a client that does not read is disconnected at the next piece after {@link MOST_WAITING}, and can come again
 */
export function eventStream(response: ServerResponse): (piece: string) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': connected\n\n');
  return (piece) => {
    if (response.writableLength > MOST_WAITING) response.destroy();
    else response.write(piece);
  };
}
