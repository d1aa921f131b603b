/** Bodies of HTTP messages are read up to a size and for a time. */
import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readBody } from '../../shared/node/read-body.ts';

const LIMITS = { bytes: 10, time: 10_000 };

it('gives all pieces as one, up to the limit itself', async () => {
  const body = Readable.from([Buffer.from('12345'), Buffer.from('67890')]);
  expect(await readBody(body, LIMITS)).toEqual({ ok: true, bytes: Buffer.from('1234567890') });
  expect(await readBody(Readable.from([]), LIMITS)).toEqual({ ok: true, bytes: Buffer.alloc(0) });
});

it('ends a body that is one byte over, without reading the rest', async () => {
  let taken = 0;
  function* pieces() {
    for (; taken < 100; taken++) yield Buffer.alloc(11);
  }
  const body = Readable.from(pieces(), { highWaterMark: 1 });
  expect(await readBody(body, LIMITS)).toEqual({ ok: false, reason: 'too-large' });
  expect(body.destroyed).toBe(true);
  expect(taken).toBeLessThan(100);
});

it('ends a body that does not come to its end in time', async () => {
  const body = new PassThrough();
  body.write('123');
  expect(await readBody(body, { bytes: 10, time: 1 })).toEqual({ ok: false, reason: 'too-slow' });
  expect(body.destroyed).toBe(true);
});

it('passes on what the body fails with', async () => {
  const body = new PassThrough();
  body.write('123');
  const read = readBody(body, LIMITS);
  body.destroy(new Error('The other side hung up.'));
  await expect(read).rejects.toThrow('hung up');
});
