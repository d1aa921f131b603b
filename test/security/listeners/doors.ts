/** The five listeners of a running workbench and a running bank, as an attacker on the same machine reaches them. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { letIn, startHostProcess } from '../../support/browser-host.ts';
import { startProcess } from '../../support/process.ts';

export type DoorName = 'API' | 'PSU pages' | 'control' | 'receiver' | 'browser host';

export interface Door {
  name: DoorName;
  port: number;
  tls: boolean;
  /** A path at which the listener does something, as an attacker could know it at best. */
  path: string;
  /** Lines of headers that let a request in: the cookie or the token. An attack with them gets furthest. */
  secrets: string;
  /** A request that the listener is there for, and part of its response. */
  good: { request: string; response: RegExp };
}

export interface Doors {
  all: Door[];
  /** Whether both processes run, and what they have logged about internal errors. */
  trouble: () => string[];
  stop: () => Promise<void>;
}

export async function startDoors(): Promise<Doors> {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-doors-'));
  const [bank, host] = await Promise.all([startProcess('--data', ':memory:'), startHostProcess(folder)]);
  const logged: Buffer[] = [];
  bank.child.stderr?.on('data', (chunk: Buffer) => logged.push(chunk));
  const inside = await letIn(host.url);
  const status = (await (await inside.post('rpc/app.status', '{}')).json()) as {
    value: { environment: { redirectUri: string } };
  };
  const receiver = new URL(status.value.environment.redirectUri);
  const { apiBaseUrl, psuBaseUrl, controlBaseUrl, controlToken } = bank.ready;
  const portOf = (url: string) => Number(new URL(url).port);
  const all: Door[] = [
    {
      name: 'API',
      port: portOf(apiBaseUrl),
      tls: true,
      path: '/v1/accounts',
      secrets: '',
      good: { request: 'GET /v1/accounts', response: /^HTTP\/1\.1 400 .*tppMessages/s },
    },
    {
      name: 'PSU pages',
      port: portOf(psuBaseUrl),
      tls: true,
      path: '/bank',
      secrets: '',
      good: { request: 'GET /bank', response: /^HTTP\/1\.1 200 .*<form/s },
    },
    {
      name: 'control',
      port: portOf(controlBaseUrl),
      tls: false,
      path: '/control/state',
      secrets: `Authorization: Bearer ${controlToken}\r\n`,
      good: { request: 'GET /control/state', response: /^HTTP\/1\.1 200 .*"environment":"sandbox"/s },
    },
    {
      name: 'receiver',
      port: Number(receiver.port),
      tls: false,
      path: receiver.pathname,
      secrets: '',
      good: { request: `HEAD ${receiver.pathname}`, response: /^HTTP\/1\.1 200 / },
    },
    {
      name: 'browser host',
      port: portOf(inside.origin),
      tls: false,
      path: inside.place,
      secrets: `Cookie: ${inside.cookie}\r\n`,
      good: { request: `POST ${inside.place}rpc/app.status`, response: /^HTTP\/1\.1 200 .*"ok":true/s },
    },
  ];
  const children = [bank.child, host.child];
  return {
    all,
    trouble: () => [
      ...children
        .filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
        .map(() => 'ended'),
      ...Buffer.concat([...logged, ...host.printed])
        .toString()
        .split('\n')
        .filter((line) => /internal error|uncaught|unhandled/i.test(line)),
    ],
    stop: async () => {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          if (child.exitCode === null && child.signalCode === null) await ended;
        }),
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param options of TLS, for attacks on the handshake */
export function reach({ port, tls }: Door, options: { ALPNProtocols?: string[] } = {}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket: Socket = tls
      ? connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => resolve(socket))
      : connectPlain(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Without TLS, whatever the listener expects. */
export function reachBelow({ port }: Door): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectPlain(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Milliseconds after which a listener that neither answers nor closes the connection counts as blocked. */
const BLOCKED = 90_000;

/** Everything that comes back until the listener closes the connection, as Latin-1. @throws Error if it never does */
export function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`Neither answered nor closed within ${BLOCKED} ms: "${text.slice(0, 200)}"`));
    }, BLOCKED);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // A reset is a way of closing, too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}

/** The response to the request that the listener is there for, on a connection of its own. */
export async function goodAnswer(door: Door): Promise<string> {
  const { port, secrets, good } = door;
  const socket = await reach(door);
  const answer = untilClosed(socket);
  const body = good.request.startsWith('POST') ? 'Content-Length: 2\r\n\r\n{}' : '\r\n';
  socket.write(
    `${good.request} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${secrets}Connection: close\r\n${body}`,
  );
  return answer;
}
