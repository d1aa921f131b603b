/** Listeners on this machine: both loopback addresses, and requests that are sent ahead. */
import { createServer as createHttp, get, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Listener } from '../../shared/node/http-server.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

function listener(): Listener {
  return listenerWith((_, response) => response.end('ours'));
}

function listenerWith(answer: RequestListener): Listener {
  const made = new Listener(createHttp(answer), '--port');
  ended.push(() => made.close());
  return made;
}

function take(host: string): Promise<Server> {
  const server = createServer();
  ended.push(() => new Promise((resolve) => server.close(resolve)));
  return new Promise((resolve) => server.listen(0, host, () => resolve(server)));
}

function textAt(host: string, port: number, path = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host, port, path, agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => resolve(chunk.toString()));
    }).on('error', reject);
  });
}

/** Whether the machine has the address; some containers have no IPv6. */
const hasSixth = await new Promise<boolean>((resolve) => {
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(0, '::1', () => server.close(() => resolve(true)));
});

describe.runIf(hasSixth)('both loopback addresses', () => {
  it('both are served, and closed together', async () => {
    const made = listener();
    await made.open(0);
    expect(await textAt('127.0.0.1', made.port)).toBe('ours');
    expect(await textAt('::1', made.port)).toBe('ours');
    await made.close();
    await expect(textAt('127.0.0.1', made.port)).rejects.toThrow('ECONNREFUSED');
    await expect(textAt('::1', made.port)).rejects.toThrow('ECONNREFUSED');
  });
  it.each(['127.0.0.1', '::1'])('a port that another program has on %s is refused', async (host) => {
    const { port } = (await take(host)).address() as AddressInfo;
    const made = listener();
    await expect(made.open(port)).rejects.toThrow(`Port ${port} is in use. Choose another with --port`);
    expect(made.isOpen).toBe(false);
    // It can still be opened elsewhere.
    await made.open(0);
    expect(await textAt('::1', made.port)).toBe('ours');
  });
  it('a listener can be opened again after it was closed, at the same port', async () => {
    const made = listener();
    await made.open(0);
    const { port } = made;
    await made.close();
    await made.open(port);
    expect(await textAt('::1', port)).toBe('ours');
  });
});

describe('requests sent ahead', () => {
  it('a connection that sends ahead reads the body of a request that waits', async () => {
    const bodies: number[] = [];
    const made = listenerWith((request, response) => {
      let length = 0;
      request.on('data', (chunk: Buffer) => (length += chunk.length));
      request.on('end', () => {
        bodies.push(length);
        response.end('ours');
      });
    });
    await made.open(0);
    const socket = await open(made.port);
    socket.resume().on('error', () => undefined);
    ended.push(() => socket.destroy());
    const body = 'a'.repeat(100_000);
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`.repeat(50));
    await expect.poll(() => bodies).toEqual(Array.from({ length: 50 }, () => body.length));
  });
});

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}
