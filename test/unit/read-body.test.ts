/** Bodies of HTTP messages are read up to a size and for a time. */
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readBody } from '../../shared/node/bounded-http.ts';

const LIMITS = { bytes: 10, time: 10_000 };

it('a body up to exactly the limit is returned whole', async () => {
  const body = Readable.from([Buffer.from('12345'), Buffer.from('67890')]);
  expect(await readBody(body, LIMITS)).toEqual({ ok: true, bytes: Buffer.from('1234567890') });
  expect(await readBody(Readable.from([]), LIMITS)).toEqual({ ok: true, bytes: Buffer.alloc(0) });
});

it('a body that is one byte over the limit is refused without reading the rest', async () => {
  let taken = 0;
  function* pieces() {
    for (; taken < 100; taken++) yield Buffer.alloc(11);
  }
  const body = Readable.from(pieces(), { highWaterMark: 1 });
  expect(await readBody(body, LIMITS)).toEqual({ ok: false, reason: 'too-large' });
  expect(body.destroyed).toBe(true);
  expect(taken).toBeLessThan(100);
});

it('a body that does not end in time is refused', async () => {
  const body = new PassThrough();
  body.write('123');
  expect(await readBody(body, { bytes: 10, time: 1 })).toEqual({ ok: false, reason: 'too-slow' });
  expect(body.destroyed).toBe(true);
});

it('an error of the body is passed on', async () => {
  const body = new PassThrough();
  body.write('123');
  const read = readBody(body, LIMITS);
  body.destroy(new Error('The other side hung up.'));
  await expect(read).rejects.toThrow('hung up');
});
