/** SVC-5: which connections are asked for a TLS client certificate, by what has been spent on the chains of others. */
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { BoundedHandshake } from '../../shared/node/bounded-handshake.ts';
import { ChainBudget, ClientCertificates } from '../../bank-sim/api/client-certificates.ts';

/** A server that is told of connections by hand, and a clock that stands still. */
function started(time = { now: 5000 }, budget = new ChainBudget(() => time.now)) {
  const server = createServer();
  server.removeAllListeners('connection');
  server.removeAllListeners('secureConnection');
  let begun: { isAsked: boolean; isBounded: boolean; tell: (socket: Socket) => boolean } | null = null;
  // In place of Node's own, which would begin a handshake.
  server.on('connection', function begin(this: typeof server, connection: Duplex) {
    begun = {
      isBounded: connection instanceof BoundedHandshake,
      isAsked: 'requestCert' in this && this.requestCert === true,
      tell: (socket) => this.emit('secureConnection', socket),
    };
  });
  const certificates = new ClientCertificates(server, budget);
  /** A connection that begins its handshake. */
  const open = (bytesRead = 0) => {
    const socket = Object.defineProperties(new Socket(), {
      remoteAddress: { value: '127.0.0.1' },
      remotePort: { value: 7 },
      bytesRead: { value: bytesRead },
    });
    server.emit('connection', socket);
    if (begun === null) throw new Error('No handshake has begun.');
    const { isAsked, isBounded, tell } = begun;
    /** The end of its handshake, with a chain of so many bytes in each certificate. @returns the TLS connection */
    const secure = (...chain: readonly number[]) => {
      const shown = chain.reduceRight<object | undefined>(
        (issuerCertificate, size) => ({ raw: new Uint8Array(size), issuerCertificate }),
        undefined,
      );
      const above = Object.defineProperties(new Socket(), {
        getPeerX509Certificate: { value: () => shown },
      });
      tell(above);
      return above;
    };
    return { socket, isAsked, isBounded, secure };
  };
  const spend = (...chain: number[]) => open().secure(...chain);
  /** Whether the next connection is asked; it has no certificate. */
  const asks = () => {
    const { isAsked, secure } = open();
    secure();
    return isAsked;
  };
  return { time, certificates, open, spend, asks };
}

it('SVC-5: chains of 128 KiB are checked at once, and of 16 KiB in each second after that', () => {
  const { time, spend, asks } = started();
  spend(100_000, 31_071);
  expect(asks()).toBe(true);
  spend(1);
  expect(asks()).toBe(false);
  time.now += 1;
  expect(asks()).toBe(true);
  spend(16_384 + 16);
  time.now += 600;
  expect(asks()).toBe(false);
  time.now += 399;
  expect(asks()).toBe(false);
  time.now += 1;
  expect(asks()).toBe(true);
});

it('SVC-5: ten seconds after 160 KiB too much, chains are checked again', () => {
  const { time, spend, asks } = started();
  spend(131_072 + 163_840);
  time.now += 10_000;
  expect(asks()).toBe(false);
  time.now += 1;
  expect(asks()).toBe(true);
});

it('SVC-5: the banks of a process have one budget, and eight handshakes together', () => {
  const time = { now: 5000 };
  const budget = new ChainBudget(() => time.now);
  const [one, other] = [started(time, budget), started(time, budget)];
  one.spend(131_072);
  expect([one.asks(), other.asks()]).toEqual([false, false]);
  time.now += 1000;
  for (let at = 0; at < 8; at++) one.open();
  expect(other.open().isAsked).toBe(false);
});

it('SVC-5: what is not spent is not saved up', () => {
  const { time, spend, asks } = started();
  time.now += 3_600_000;
  expect(asks()).toBe(true);
  spend(131_072);
  expect(asks()).toBe(false);
});

it('SVC-5: at most eight handshakes are under way with a certificate asked for, whether they end or fail', () => {
  const { open } = started();
  const eight = Array.from({ length: 8 }, () => open());
  expect(eight.every(({ isAsked }) => isAsked)).toBe(true);
  expect(open().isAsked).toBe(false);
  eight[0]?.secure();
  expect(open().isAsked).toBe(true);
  expect(open().isAsked).toBe(false);
  eight[1]?.socket.emit('close');
  expect(open().isAsked).toBe(true);
  expect(open().isAsked).toBe(false);
});

it('SVC-5: each handshake under way has 10 KiB reserved, as much as it may cost', () => {
  const { open, spend } = started();
  spend(131_072 - 10_241);
  const first = open();
  expect(first.isAsked).toBe(true);
  expect(open().isAsked).toBe(true);
  expect(open().isAsked).toBe(false);
  first.secure();
  expect(open().isAsked).toBe(true);
});

it('SVC-5: a handshake that fails costs what it has read; a connection that closes later costs nothing more', () => {
  const { open, asks } = started();
  const ended = open(131_072);
  ended.secure();
  ended.socket.emit('close');
  expect(asks()).toBe(true);
  open(131_071).socket.emit('close');
  expect(asks()).toBe(true);
  open(1).socket.emit('close');
  expect(asks()).toBe(false);
});

it('SVC-5: each handshake with a certificate asked for is bounded, and no other', () => {
  const { open, spend } = started();
  expect(open()).toMatchObject({ isAsked: true, isBounded: true });
  spend(131_072);
  expect(open()).toMatchObject({ isAsked: false, isBounded: false });
});

it('SVC-5: a connection that was asked in vain is closed after 1,000 requests, and then nobody is asked for five seconds', () => {
  const { time, certificates, open, asks } = started();
  const [inVain, shown] = [open().secure(), open().secure(3000)];
  const lasts = (socket: Socket) => Array.from({ length: 1000 }, () => certificates.isLast(socket));
  expect(lasts(shown)).not.toContain(true);
  expect(lasts(inVain).indexOf(true)).toBe(999);
  time.now += 4999;
  expect(asks()).toBe(false);
  time.now += 1;
  expect(asks()).toBe(true);
});

it('a connection that is bounded knows its other end like any other', () => {
  const { spend } = started();
  expect(spend()).toMatchObject({ remoteAddress: '127.0.0.1', remotePort: 7 });
});

it('SVC-5: a request has a note if its connection was not asked', () => {
  const { certificates, open, spend } = started();
  expect(certificates.notes(open().secure())).toEqual([]);
  spend(131_072);
  expect(certificates.notes(open().secure())).toEqual([
    'The bank did not ask for a TLS client certificate, because it was busy with other connections.',
  ]);
});
