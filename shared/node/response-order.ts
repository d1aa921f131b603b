/**
 * The order of a connection's requests: each is served when the response before it has been sent. Node would keep the order of responses that are
 * finished early, but it stops reading from a connection whose finished responses wait, and answers what was already read as unreadable (Node 24:
 * HPE_PAUSED over TLS).
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class ResponseOrder {
  /** The response to the latest request of each connection. */
  private readonly latest = new WeakMap<Socket, ServerResponse>();

  /** Notes a request, in the order of arrival. @returns the response before its own, if that is not finished */
  enter(socket: Socket, response: ServerResponse): ServerResponse | null {
    const before = this.latest.get(socket);
    this.latest.set(socket, response);
    return before === undefined || before.writableFinished ? null : before;
  }
}

/** Resolves when a response has been sent, or cannot be sent any more. */
export async function isOver(response: ServerResponse): Promise<void> {
  if (!response.writableFinished && !response.destroyed) await once(response, 'close');
}
