/** Responses of local HTTP listeners: their order, errors, event streams, and requests that Node cannot parse. */
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ownValue } from '../own-value.ts';
import { BROKEN_REQUEST_MS, MAX_BROWSER_HEADER_BYTES, MAX_UNREAD_EVENT_BYTES } from '../limits.ts';

/**
 * Serves the requests on a connection one after another. Node keeps the order of responses, but it stops reading from a connection
 * whose finished responses wait, and then refuses what was already read (Node 24: HPE_PAUSED over TLS).
 */
export class ResponseOrder {
  /** The response to the latest request of each connection. */
  private readonly latest = new WeakMap<Socket, ServerResponse>();

  /** Records a request in the order of arrival. @returns the response before its own, unless that is finished */
  enter(socket: Socket, response: ServerResponse): ServerResponse | null {
    const before = this.latest.get(socket);
    this.latest.set(socket, response);
    return before === undefined || before.writableFinished ? null : before;
  }
}

/** Resolves when a response was sent or its connection closed. */
export async function isOver(response: ServerResponse): Promise<void> {
  if (!response.writableFinished && !response.destroyed) await once(response, 'close');
}

/** A request listener that serves a connection in order. Logs an error of the handler and responds with an empty 500. */
export function answering(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  failed: (error: unknown) => void,
): RequestListener {
  const order = new ResponseOrder();
  return (request, response) => {
    // Read now: Node removes it from a request whose body is too large to be read.
    const { socket } = request;
    const before = order.enter(socket, response);
    // An async function catches what the handler throws before its first await, too.
    const answered = (async () => {
      if (before !== null) await isOver(before);
      if (!socket.destroyed) await answer(request, response);
    })();
    void answered.catch((error: unknown) => {
      if (socket.destroyed) return;
      failed(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Cache-Control': 'no-store' }).end();
    });
  };
}

/**
 * Starts a server-sent event stream (WHATWG HTML, 9.2).
 * @returns writes a piece; a client with more than {@link MAX_UNREAD_EVENT_BYTES} unread is disconnected, and can reconnect
 */
export function eventStream(response: ServerResponse): (piece: string) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write(': connected\n\n');
  return (piece) => {
    if (response.writableLength > MAX_UNREAD_EVENT_BYTES) response.destroy();
    else response.write(piece);
  };
}

/**
 * Header limit of a listener for browsers. Browsers send cookies of 127.0.0.1 to all its ports: other programs' cookies would exceed
 * the 16 KiB of Node.
 */
export const BROWSER_HEADERS = { maxHeaderSize: MAX_BROWSER_HEADER_BYTES } as const;

/** The statuses of Node's own handler. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to requests that Node cannot parse. @param tooLong the page for headers above {@link BROWSER_HEADERS} */
export function answerBrokenRequests(server: Server, tooLong: { type: string; body: string }): void {
  const secured = new WeakSet<Socket>();
  server.on('secureConnection', (socket: Socket) => secured.add(socket));
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // Without a TLS handshake, no response can be sent.
    if ('encrypted' in socket && !secured.has(socket)) {
      socket.destroy();
      return;
    }
    const status = ownValue(STATUSES, error.code ?? '') ?? '400 Bad Request';
    const body = error.code === 'HPE_HEADER_OVERFLOW' ? tooLong.body : '';
    sendLast(
      socket,
      `HTTP/1.1 ${status}\r\nContent-Type: ${tooLong.type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}

/** Answers clients that use this address as an HTTP proxy for HTTPS. They print the status line at most. @param sentence ASCII */
export function refuseTunnels(server: Server, sentence: string): void {
  server.on('connect', (_, socket: Socket) =>
    sendLast(
      socket,
      `HTTP/1.1 405 ${sentence}\r\nContent-Type: text/plain;charset=utf-8\r\nContent-Length: ${sentence.length}\r\nConnection: close\r\n\r\n${sentence}`,
    ),
  );
}

/** Sends a raw response to a request that Node cannot parse, and closes the connection. */
export function sendLast(socket: Socket, response: string): void {
  // Node emits the error again for every further piece of the same request.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  // Drains the input: closing with unread bytes would reset the connection and lose the response.
  socket.setTimeout(BROKEN_REQUEST_MS, () => socket.destroy());
  socket.resume();
  socket.end(response);
}
