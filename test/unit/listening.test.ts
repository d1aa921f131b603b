/** Listeners on this machine: both loopback addresses, and room for new connections. */
import { createServer as createHttp, get } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Listener } from '../../shared/node/listening.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

function listener(): Listener {
  const made = new Listener(
    createHttp((_, response) => response.end('ours')),
    '--port',
  );
  ended.push(() => made.close());
  return made;
}

function take(port: number, host: string): Promise<Server> {
  const server = createServer();
  ended.push(() => new Promise((resolve) => server.close(resolve)));
  return new Promise((resolve) => server.listen(port, host, () => resolve(server)));
}

function textAt(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host, port, agent: false }, (response) => {
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
    const other = listener();
    await other.open(0);
    const { port } = other;
    await other.close();
    await take(port, host);
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

describe('room for new connections', () => {
  it('beyond 2000 connections, the least recently used one without a request in progress is closed', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const made = new Listener(
      createHttp((request, response) => {
        if (request.url !== '/held') return void response.end('ours');
        arrived.resolve();
        void held.promise.then(() => response.end('late'));
      }),
      null,
    );
    ended.push(() => made.close());
    await made.open(0);
    const late = textOf(made.port);
    await arrived.promise;
    const idle: Socket[] = [];
    const closed: number[] = [];
    for (let at = 0; at < 2050; at += 1) {
      const socket = await open(made.port);
      socket.on('error', () => undefined).once('close', () => closed.push(at));
      idle.push(socket);
      ended.push(() => socket.destroy());
    }
    expect(await textAt('127.0.0.1', made.port)).toBe('ours');
    held.resolve();
    expect(await late).toBe('late');
    await expect.poll(() => closed.length).toBeGreaterThanOrEqual(50);
    expect(closed.toSorted((a, b) => a - b)).toEqual(closed.map((_, at) => at));
  });
});

describe('requests sent ahead', () => {
  it('a connection with more than 1000 requests without responses is closed; others are answered', async () => {
    let begun = 0;
    const made = new Listener(
      createHttp((request, response) => {
        begun += 1;
        if (request.url === '/') response.end('ours');
      }),
      null,
    );
    ended.push(() => made.close());
    await made.open(0);
    const socket = await open(made.port);
    const cut = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    const piece = 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1000);
    const write = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', write);
    write();
    await cut;
    // What one read has brought is still looked at.
    expect(begun).toBeLessThan(5000);
    expect(await textAt('127.0.0.1', made.port)).toBe('ours');
  });
});

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

function textOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/held', agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => resolve(chunk.toString()));
    }).on('error', reject);
  });
}
