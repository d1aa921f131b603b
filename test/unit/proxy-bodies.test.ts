/** The memory for the bodies of requests that the signing proxy has under way. */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Bodies } from '../../main/core/proxy/bodies.ts';

const MEBIBYTE = 1024 * 1024;

const request = (bytes: number) =>
  Object.assign(Readable.from([Buffer.alloc(bytes, 0x20)]), { headers: { 'content-length': String(bytes) } });

it('a body that has no room beside those under way is refused, and has room when one of them has ended', async () => {
  const bodies = new Bodies(2 * MEBIBYTE);
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = bodies.with(request(MEBIBYTE + 1), async (body) => {
    begun.resolve();
    await end.promise;
    return body.length;
  });
  await begun.promise;
  const asked: number[] = [];
  const second = () =>
    bodies.with(request(MEBIBYTE), async (body) => {
      asked.push(body.length);
    });
  expect(await second()).toEqual({
    status: 503,
    sentence:
      'The bodies of the requests that are under way take more than 2 MiB. Send it again when some of them have ended.',
    headers: { 'Retry-After': '1' },
  });
  expect(asked).toEqual([]);
  end.resolve();
  expect(await first).toBe(MEBIBYTE + 1);
  await second();
  expect(asked).toEqual([MEBIBYTE]);
});
