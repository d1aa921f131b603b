/** Ports that all spaces share: whoever can reach them decides what comes before the name, and when it stops. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HelloReader } from '../../bank-sim/spaces/client-hello.ts';
import { SharedDoor } from '../../bank-sim/spaces/shared-door.ts';

const sockets: Socket[] = [];
afterEach(() => {
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

it('a first message that never ends is not kept', () => {
  const reader = new HelloReader();
  expect(reader.read(BEGINNING)).toBeUndefined();
  const one = record(Buffer.alloc(1));
  const read = Array.from({ length: 11_000 }, () => reader.read(one));
  expect(read.at(-1)).toBeNull();
});

it('clients that say nothing make room for others before the files run out', async () => {
  const entered: string[] = [];
  const door = new SharedDoor(
    (name, socket) => {
      entered.push(name);
      socket.destroy();
      return true;
    },
    null,
    3,
  );
  const port = await door.open(0, '--port');
  const oldest = await opened(port);
  const gone = once(oldest, 'close');
  for (let others = 0; others < 2; others++) await opened(port);
  const late = await opened(port);
  await gone;
  late.write(NOBODY);
  await once(late, 'close');
  door.close();
  expect(entered).toEqual(['nobody.banks.test']);
});
