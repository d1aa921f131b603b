/** SVC-5: which connections are asked for a TLS client certificate, by what has been spent on the chains of others. */
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ChainBudget, ClientCertificates } from '../../bank-sim/api/client-certificates.ts';

/** A server that is told of connections by hand, and a clock that stands still. */
function started(time = { now: 5000 }, budget = new ChainBudget(() => time.now)) {
  const server = createServer();
  // Node's own would begin handshakes.
  server.removeAllListeners('connection');
  server.removeAllListeners('secureConnection');
  const certificates = new ClientCertificates(server, budget);
  let ports = 0;
  /** A connection that begins its handshake. */
  const open = (port = ++ports, bytesRead = 0) => {
    const socket = Object.defineProperties(new Socket(), {
      remoteAddress: { value: '127.0.0.1' },
      remotePort: { value: port },
      bytesRead: { value: bytesRead },
    });
    server.emit('connection', socket);
    return { socket, port, isAsked: 'requestCert' in server && server.requestCert === true };
  };
  /** The end of its handshake, with a chain of so many bytes in each certificate. @returns the TLS connection */
  const secure = (port: number, chain: readonly number[] = []) => {
    const shown = chain.reduceRight<object | undefined>(
      (issuerCertificate, size) => ({ raw: new Uint8Array(size), issuerCertificate }),
      undefined,
    );
    const socket = Object.defineProperties(new Socket(), {
      remoteAddress: { value: '127.0.0.1' },
      remotePort: { value: port },
      getPeerX509Certificate: { value: () => shown },
    });
    server.emit('secureConnection', socket);
    return socket;
  };
  const spend = (...chain: number[]) => secure(open().port, chain);
  /** Whether the next connection is asked; it has no certificate. */
  const asks = () => {
    const { port, isAsked } = open();
    secure(port);
    return isAsked;
  };
  return { time, certificates, open, secure, spend, asks };
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
  const { open, secure } = started();
  const eight = Array.from({ length: 8 }, () => open());
  expect(eight.every(({ isAsked }) => isAsked)).toBe(true);
  expect(open().isAsked).toBe(false);
  secure(eight[0]?.port ?? 0);
  expect(open().isAsked).toBe(true);
  expect(open().isAsked).toBe(false);
  eight[1]?.socket.emit('close');
  expect(open().isAsked).toBe(true);
  expect(open().isAsked).toBe(false);
});

it('SVC-5: a handshake that fails costs what it has read; a connection that closes later costs nothing more', () => {
  const { open, secure, asks } = started();
  const ended = open(1, 131_072);
  secure(1);
  ended.socket.emit('close');
  expect(asks()).toBe(true);
  open(2, 131_071).socket.emit('close');
  expect(asks()).toBe(true);
  open(3, 1).socket.emit('close');
  expect(asks()).toBe(false);
});

it('SVC-5: a connection from the place of one that closes late is still under way', () => {
  const { certificates, open, secure } = started();
  const first = open(1, 131_072);
  open(1);
  first.socket.emit('close');
  expect(certificates.notes(secure(1))).toEqual([]);
  expect(open().isAsked).toBe(true);
});

it('SVC-5: a request has a note if its connection was not asked', () => {
  const { certificates, open, secure, spend } = started();
  expect(certificates.notes(secure(open().port))).toEqual([]);
  spend(131_072);
  expect(certificates.notes(secure(open().port))).toEqual([
    'The bank did not ask for a TLS client certificate, because it was busy with those of other connections.',
  ]);
});
