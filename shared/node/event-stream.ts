/** Server-sent events (WHATWG HTML, 9.2) to clients that may not read them. */
import type { ServerResponse } from 'node:http';
import { MAX_UNREAD_EVENT_BYTES } from '../limits.ts';

/**
 * Starts a response of events.
 * @returns writes a piece; a client that does not read is disconnected at the next piece after {@link MAX_UNREAD_EVENT_BYTES}, and can come again
 */
export function eventStream(response: ServerResponse): (piece: string) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': connected\n\n');
  return (piece) => {
    if (response.writableLength > MAX_UNREAD_EVENT_BYTES) response.destroy();
    else response.write(piece);
  };
}
