/** What a listener for browsers answers to requests that Node cannot read, above all if other programs have set too many cookies. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ownValue } from '../own-value.ts';
import { BROKEN_REQUEST_MS, MAX_BROWSER_HEADER_BYTES } from '../limits.ts';

/**
 * Bytes of headers that a listener for browsers accepts. Cookies of 127.0.0.1 are sent to every port of it, so other
 * programs' cookies come too; with the 16 KiB of Node, they keep people out.
 */
export const BROWSER_HEADERS = { maxHeaderSize: MAX_BROWSER_HEADER_BYTES } as const;

/** The statuses that Node itself answers with. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** @param tooLong what a person sees whose browser sends more than {@link BROWSER_HEADERS} */
export function answerBrokenRequests(server: Server, tooLong: { type: string; body: string }): void {
  const secured = new WeakSet<Socket>();
  server.on('secureConnection', (socket: Socket) => secured.add(socket));
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    // Nothing can be said to a client that has not completed its TLS handshake.
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

/** Answers a request that cannot be read, whole as it goes over the wire, and closes the connection. */
export function sendLast(socket: Socket, response: string): void {
  // Node emits the error again for every further piece of the same request.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  // The rest of the input is read and discarded: closing with unread bytes would reset the connection and
  // lose the response. A client that never stops sending is cut off.
  socket.setTimeout(BROKEN_REQUEST_MS, () => socket.destroy());
  socket.resume();
  socket.end(response);
}
