/** Listeners that are flooded: with connections, by clients that do not read, and by requests that are sent ahead. */
import { createServer as createHttp, get, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ClientCertificates } from '../../../bank-sim/api/client-certificates.ts';
import { UnreadRoom } from '../../../shared/node/unread-room.ts';
import { makeCertificate, makeKeyPair } from '../../../shared/node/x509/certificates.ts';
import { type Bounds, Listener } from '../../../shared/node/listening.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

function listenerWith(answer: RequestListener, bounds: Partial<Bounds> = {}): Listener {
  const made = new Listener(createHttp(answer), '--port', bounds);
  ended.push(() => made.close());
  return made;
}

function textAt(host: string, port: number, path = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host, port, path, agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => resolve(chunk.toString()));
    }).on('error', reject);
  });
}

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
    const late = textAt('127.0.0.1', made.port, '/held');
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

/** More than the system buffers for a client on this machine. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

describe('clients that do not read', () => {
  it('who asks and does not read the response is disconnected; who reads gets all of it, and who waits for us may', async () => {
    const late = Promise.withResolvers<void>();
    /** Whether each of the large responses was sent to its end. */
    const closed: boolean[] = [];
    // Who reads is in this process, too, and may come to it late on a busy machine.
    const bounds = { readsWithin: 2000, looksEvery: 20 };
    const made = listenerWith((request, response) => {
      if (request.url === '/late') void late.promise.then(() => response.end('late'));
      else response.end(LARGE).once('close', () => closed.push(response.writableFinished));
    }, bounds);
    await made.open(0);
    const waiting = fetch(`http://127.0.0.1:${made.port}/late`);
    const reader = await fetch(`http://127.0.0.1:${made.port}/`);
    expect((await reader.arrayBuffer()).byteLength).toBe(LARGE.length);
    const idle = await open(made.port);
    idle.pause().on('error', () => undefined);
    ended.push(() => idle.destroy());
    idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => closed).toEqual([true, false]);
    late.resolve();
    expect(await (await waiting).text()).toBe('late');
  });
  it.each([false, true])('over TLS too, whose client certificate is asked for: %s', async (asked) => {
    const { publicKey, privateKey } = await makeKeyPair();
    const name = [['2.5.4.3', 'localhost']] as const;
    const times = { notBefore: new Date('2018-01-01'), notAfter: new Date('2040-01-01') };
    const use = { kind: 'tls-server', dnsNames: ['localhost'], ipAddresses: [] } as const;
    const cert = makeCertificate({
      subject: name,
      issuer: name,
      publicKey,
      signWith: privateKey,
      ...times,
      use,
    });
    const closed: boolean[] = [];
    const server = createHttps({ key: privateKey, cert, rejectUnauthorized: false }, (_, response) => {
      response.end(LARGE).once('close', () => closed.push(response.writableFinished));
    });
    if (asked) void new ClientCertificates(server);
    const made = new Listener(server, null, { readsWithin: 300, looksEvery: 20 });
    ended.push(() => made.close());
    await made.open(0);
    const idle = connectTls({ host: '127.0.0.1', port: made.port, rejectUnauthorized: false });
    await once(idle, 'secureConnect');
    idle.pause().on('error', () => undefined);
    ended.push(() => idle.destroy());
    idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => closed).toEqual([false]);
  });
  it('what they do not read has a bound over all listeners, beyond which the one with most of it is disconnected', async () => {
    const closed: string[] = [];
    const bounds = { looksEvery: 20, unread: new UnreadRoom(5 * LARGE.length) };
    const ask = async (path: string, parts: number) => {
      const made = listenerWith((_, response) => {
        for (let part = 0; part < parts; part++) response.write(LARGE);
        response.end().once('close', () => closed.push(path));
      }, bounds);
      await made.open(0);
      const idle = await open(made.port);
      idle.pause().on('error', () => undefined);
      ended.push(() => idle.destroy());
      idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    };
    await ask('/one', 1);
    await ask('/three', 3);
    await ask('/two', 2);
    await expect.poll(() => closed).toEqual(['/three']);
  });
  it('they make room for others, however many they are; if all others wait for us, the newest goes', async () => {
    const bounds = { connections: 5 };
    const held: (() => void)[] = [];
    const made = listenerWith((request, response) => {
      if (request.url === '/') response.end(LARGE);
      else if (request.url === '/held') held.push(() => response.end('late'));
      else response.end('ours');
    }, bounds);
    await made.open(0);
    for (let at = 0; at < 20; at += 1) {
      const idle = await open(made.port);
      idle.pause().on('error', () => undefined);
      idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      ended.push(() => idle.destroy());
    }
    expect(await textAt('127.0.0.1', made.port, '/small')).toBe('ours');
    const late = Array.from({ length: 5 }, () => textAt('127.0.0.1', made.port, '/held'));
    await expect.poll(() => held.length).toBe(5);
    await expect(textAt('127.0.0.1', made.port, '/small')).rejects.toThrow(/hang up|ECONNRESET/);
    for (const answer of held) answer();
    expect(await Promise.all(late)).toEqual(Array.from({ length: 5 }, () => 'late'));
    expect(await textAt('127.0.0.1', made.port, '/small')).toBe('ours');
  });
});

/** Headers of nearly the size that Node accepts by default. */
const PADDING = `X-Pad: ${'a'.repeat(15_000)}\r\n`;

/** Sends a request over and over, as fast as it is taken. */
function sendAhead(socket: Socket, request: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(request));
  };
  socket.on('error', () => undefined).on('drain', write);
  ended.push(() => socket.destroy());
  write();
}

describe('requests sent ahead', () => {
  it('a connection is not read further while its requests wait, and all of them are answered', async () => {
    const held: (() => void)[] = [];
    let begun = 0;
    const made = listenerWith((request, response) => {
      begun += 1;
      if (request.url === '/') response.end('ours');
      else held.push(() => response.end('late'));
    });
    await made.open(0);
    const socket = await open(made.port);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => undefined);
    ended.push(() => socket.destroy());
    socket.write(`GET /late HTTP/1.1\r\nHost: a\r\n${PADDING}\r\n`.repeat(300));
    await expect.poll(() => begun).toBeGreaterThanOrEqual(16);
    expect(await textAt('127.0.0.1', made.port)).toBe('ours');
    // 16, and what one read of 64 KB has brought.
    expect(begun).toBeLessThan(25);
    const answers = () => received.split('late').length - 1;
    await expect
      .poll(() => {
        for (const answer of held.splice(0)) answer();
        return answers();
      })
      .toBe(300);
  });
  it('the requests of all connections wait within a limit: the one with most of them makes room', async () => {
    const held: (() => void)[] = [];
    const made = listenerWith(
      (request, response) => {
        if (request.url === '/held') held.push(() => response.end('late'));
        if (request.url === '/') response.end('ours');
      },
      { waiting: 1_000_000 },
    );
    await made.open(0);
    const late = textAt('127.0.0.1', made.port, '/held');
    await expect.poll(() => held.length).toBe(1);
    let closed = 0;
    for (let at = 0; at < 20; at += 1) {
      const socket = await open(made.port);
      socket.once('close', () => (closed += 1));
      sendAhead(socket, `GET /never HTTP/1.1\r\nHost: a\r\n${PADDING}\r\n`);
    }
    // Each of them has at least 16 requests of 19 KB, so no more than 3 find room.
    await expect.poll(() => closed).toBeGreaterThanOrEqual(17);
    expect(await textAt('127.0.0.1', made.port)).toBe('ours');
    // Whoever has only one request is never the one with most.
    for (const answer of held) answer();
    expect(await late).toBe('late');
  });
});

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}
