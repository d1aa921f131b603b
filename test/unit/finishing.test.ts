/** A listener that finishes: what has arrived is answered, nothing else is accepted, and no connection is left. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Listener } from '../../shared/node/http-server.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** Holds every request until the test answers it. */
async function held(): Promise<{ made: Listener; waiting: [IncomingMessage, ServerResponse][] }> {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  const made = new Listener(
    createServer((request, response) => waiting.push([request, response])),
    null,
  );
  ended.push(() => made.close());
  await made.open(0);
  return { made, waiting };
}

/** A client's connection, with what it has received, and a promise of its end, which may be a reset. */
async function client(
  port: number,
  host = '127.0.0.1',
): Promise<{ socket: Socket; text: () => string; closed: Promise<void> }> {
  const socket = connect(port, host);
  // The server closes a connection with unread bytes by a reset. `once` of node:events would reject then.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  ended.push(() => socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return { socket, text: () => text, closed };
}

const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

it('answers what has arrived, says that the connection ends, and closes it', async () => {
  const { made, waiting } = await held();
  const { socket, text, closed } = await client(made.port);
  socket.write(asked('/one'));
  await expect.poll(() => waiting.length).toBe(1);
  const finished = made.finish();
  await expect(client(made.port)).rejects.toThrow('ECONNREFUSED');
  waiting[0]?.[1].end('first');
  await Promise.all([finished, closed]);
  expect(text()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*first/s);
});

it('answers each of several requests of one connection, in their order', async () => {
  const { made, waiting } = await held();
  const { socket, text, closed } = await client(made.port);
  socket.write(asked('/one') + asked('/two') + asked('/three'));
  await expect.poll(() => waiting.length).toBe(3);
  const finished = made.finish();
  for (const [request, response] of waiting.toReversed()) response.end(`answer to ${request.url}`);
  await Promise.all([finished, closed]);
  expect(text().match(/answer to \S+?(?=HTTP|$)/g)).toEqual([
    'answer to /one',
    'answer to /two',
    'answer to /three',
  ]);
});

it('completes a response that has begun, and closes its connection', async () => {
  const { made, waiting } = await held();
  const { socket, text, closed } = await client(made.port);
  socket.write(asked('/one'));
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.[1].writeHead(200, { 'Content-Length': '8' }).write('half');
  await expect.poll(text).toContain('half');
  const finished = made.finish();
  waiting[0]?.[1].end('rest');
  await Promise.all([finished, closed]);
  expect(text()).toMatch(/halfrest$/);
});

it('closes connections without a whole request at once', async () => {
  const { made } = await held();
  const [idle, begun] = await Promise.all([client(made.port), client(made.port)]);
  begun.socket.write('GET /half HTTP/1.1\r\nHo');
  await expect.poll(() => made.connected).toBe(2);
  await made.finish();
  await Promise.all([idle.closed, begun.closed]);
  await expect.poll(() => made.connected).toBe(0);
});

it('can be opened again, and then keeps connections', async () => {
  const { made, waiting } = await held();
  await made.finish();
  expect(made.isOpen).toBe(false);
  await made.open(0);
  const { socket, text } = await client(made.port);
  socket.write(asked('/one'));
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.[1].end('again');
  await expect.poll(text).toContain('again');
  expect(text()).not.toContain('Connection: close');
});
