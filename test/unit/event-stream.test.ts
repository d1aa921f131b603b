/** Event streams whose clients do not read: what waits for one of them, and for all of them. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { EventRoom, eventStream } from '../../shared/node/event-stream.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const MEGABYTE = 1024 * 1024;
/** More than the system buffers for a client on this machine. */
const LARGE = 'x'.repeat(16 * MEGABYTE);

interface Stream {
  write: (piece: string) => void;
  response: ServerResponse;
  /** Reads all that has been written. */
  read: () => Promise<void>;
}

/** A client that has opened a stream and does not read. */
async function opened(room: EventRoom): Promise<Stream> {
  const made = Promise.withResolvers<Omit<Stream, 'read'>>();
  const server = createServer((_, response) =>
    made.resolve({ response, write: eventStream(response, room) }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.pause().on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  ended.push(() => {
    client.destroy();
    server.close();
  });
  const stream = await made.promise;
  return {
    ...stream,
    read: async () => {
      client.resume();
      await expect.poll(() => stream.response.writableLength).toBe(0);
    },
  };
}

it('a client that does not read is disconnected at the next event after its bound, and one that reads is not', async () => {
  const room = new EventRoom(MEGABYTE, 100 * MEGABYTE);
  const [silent, reader] = [await opened(room), await opened(room)];
  for (const { write } of [silent, reader]) write(LARGE);
  await reader.read();
  for (const { write } of [silent, reader]) write('next');
  expect([silent.response.destroyed, reader.response.destroyed]).toEqual([true, false]);
  silent.write('nobody');
});

it('all clients together have a bound, beyond which the one with most waiting makes room', async () => {
  const room = new EventRoom(100 * MEGABYTE, 40 * MEGABYTE);
  const streams = [await opened(room), await opened(room), await opened(room)];
  const [one, two, three] = streams;
  one?.write(LARGE);
  await one?.read();
  two?.write(LARGE);
  two?.write('more');
  three?.write(LARGE);
  expect(streams.map(({ response }) => response.destroyed)).toEqual([false, false, false]);
  one?.write(LARGE);
  expect(streams.map(({ response }) => response.destroyed)).toEqual([false, true, false]);
});

it('who has left takes no room any more', async () => {
  const room = new EventRoom(100 * MEGABYTE, 20 * MEGABYTE);
  const [one, two] = [await opened(room), await opened(room)];
  one.write(LARGE);
  const closed = once(one.response, 'close');
  one.response.destroy();
  await closed;
  two.write(LARGE);
  expect(two.response.destroyed).toBe(false);
});
