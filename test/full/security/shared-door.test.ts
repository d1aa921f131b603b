/** Ports that all spaces share: clients that are gone before they are told, and first messages in thousands of pieces. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HelloReader } from '../../../bank-sim/spaces/client-hello.ts';
import { measured } from '../support/cpu-time.ts';
import { foldersForFile } from '../../support/folders.ts';
import { type Made, serviceCall } from '../../support/spaces.ts';
import { startSpacesProcess } from '../../support/spaces-process.ts';

const folders = foldersForFile('shared-door');
const sockets: Socket[] = [];
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const record = (content: Uint8Array) =>
  Buffer.concat([Buffer.from([22, 3, 1, content.length >> 8, content.length & 255]), content]);
/** The beginning of a ClientHello of 65,000 bytes. */
const BEGINNING = record(Buffer.from([1, 0, 253, 232]));
/** A whole one that asks for a name in the domain that nobody has. */
const NOBODY = (() => {
  const name = Buffer.from('nobody.banks.test');
  const sized = (content: Buffer) => Buffer.concat([Buffer.from([0, content.length]), content]);
  const extension = Buffer.concat([
    Buffer.from([0, 0]),
    sized(sized(Buffer.concat([Buffer.from([0]), sized(name)]))),
  ]);
  const ciphers = Buffer.from([0, 0, 2, 19, 1, 1, 0]);
  const body = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32), ciphers, sized(extension)]);
  return record(Buffer.concat([Buffer.from([1, 0, 0, body.length]), body]));
})();

it('clients that ask for a name that nobody has, and are gone before they are told, do not end the service', async () => {
  const named = ['--domain', 'banks.test', '--port', '0', '--psu-port', '0', '--control-port', '0'];
  const { child: begun, ready } = await startSpacesProcess(...named, '--data', folders.next());
  child = begun;
  const call = (method: string, path: string, body?: unknown) =>
    serviceCall(ready, method, path, { token: ready.controlToken, body });
  const made = (await call('POST', '/spaces', { name: 'anna' })).body as unknown as Made;
  // What follows fills the way back, so the answer is still to be sent when the connection is reset.
  const sent = Buffer.concat([NOBODY, Buffer.alloc(300_000)]);
  for (let times = 0; times < 300; times++) {
    const socket = await opened(Number(new URL(made.apiBaseUrl).port));
    socket.write(sent);
    if (times % 2 === 0) socket.resetAndDestroy();
    else setImmediate(() => socket.resetAndDestroy());
  }
  expect((await call('GET', '/spaces/anna')).status).toBe(200);
  expect(begun.exitCode).toBe(null);
});

it.each([
  ['without content', Buffer.alloc(0), 12_000],
  ['of a byte each', Buffer.alloc(1), 10_000],
])(
  'a first message in thousands of records %s costs no more than one in a single record',
  (_, content, count) => {
    const bytes = Buffer.concat([BEGINNING, ...Array.from({ length: count }, () => record(content))]);
    const { seconds } = measured(() => {
      new HelloReader().read(bytes);
      const reader = new HelloReader();
      for (const byte of bytes) if (reader.read(Buffer.from([byte])) === null) break;
    });
    expect(seconds).toBeLessThan(1);
  },
);
