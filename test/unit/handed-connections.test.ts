/** A listener whose connections others accept: it serves, limits, finishes and closes them as its own. */
import { once } from 'node:events';
import { createServer as createHttp, type ServerResponse } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Listener } from '../../shared/node/http-server.ts';

const ASKED = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** @returns the listener, the responses that wait for the test, and a client with what it has received */
async function handed(options: object = {}, most?: number) {
  const waiting: ServerResponse[] = [];
  const server = createHttp({ ...options }, (_, response) => waiting.push(response));
  const made = new Listener(server, null, most);
  const door = createServer({ allowHalfOpen: true }, (socket) => made.take(socket));
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as { port: number };
  made.openFor(port);
  onTestFinished(async () => {
    await made.close();
    door.close();
  });
  const client = async (): Promise<{ socket: Socket; text: () => string }> => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return { socket, text: () => text };
  };
  return { made, waiting, client, port };
}

it('serves them, and says that it is open at the port of the other', async () => {
  const { made, waiting, client, port } = await handed();
  expect([made.isOpen, made.port]).toEqual([true, port]);
  const { socket, text } = await client();
  socket.write(ASKED);
  await expect.poll(() => waiting.length).toBe(1);
  expect([made.connected, made.underway]).toEqual([1, 1]);
  waiting[0]?.end('answer');
  await expect.poll(text).toContain('answer');
});

it('finishes: answers what has arrived, takes no connection any more, and is done when the last has ended', async () => {
  const { made, waiting, client } = await handed();
  const { socket, text } = await client();
  socket.write(ASKED);
  await expect.poll(() => waiting.length).toBe(1);
  let isDone = false;
  const finished = made.finish().then(() => (isDone = true));
  const late = await client();
  await once(late.socket, 'close');
  expect([isDone, made.isOpen]).toEqual([false, false]);
  waiting[0]?.end('answer');
  await finished;
  expect(text()).toContain('answer');
});

it('closes them at once', async () => {
  const { made, waiting, client } = await handed();
  const { socket } = await client();
  socket.write(ASKED);
  await expect.poll(() => waiting.length).toBe(1);
  const closed = once(socket, 'close');
  await made.close();
  await closed;
  expect([made.isOpen, made.connected]).toEqual([false, 0]);
});

it('does not wait for a client that does not send its headers', async () => {
  const { client } = await handed({ headersTimeout: 100, connectionsCheckingInterval: 20 });
  const { socket, text } = await client();
  socket.write('GET / HTTP/1.1\r\n');
  await once(socket, 'close');
  expect(text()).toMatch(/^HTTP\/1\.1 408 /);
});

it('has room for a limited number of them, as of its own', async () => {
  const { made, client } = await handed({}, 1);
  await client();
  await expect.poll(() => made.connected).toBe(1);
  await once((await client()).socket, 'close');
  expect(made.connected).toBe(1);
});
