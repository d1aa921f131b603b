/** Event streams whose clients do not read: what waits for one of them is bounded. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { eventStream } from '../../shared/node/local-response.ts';

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
async function opened(): Promise<Stream> {
  const made = Promise.withResolvers<Omit<Stream, 'read'>>();
  const server = createServer((_, response) => made.resolve({ response, write: eventStream(response) }));
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
  const [silent, reader] = [await opened(), await opened()];
  for (const { write } of [silent, reader]) write(LARGE);
  await reader.read();
  for (const { write } of [silent, reader]) write('next');
  expect([silent.response.destroyed, reader.response.destroyed]).toEqual([true, false]);
  silent.write('nobody');
});
