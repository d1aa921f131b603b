/** Bytes that arrive in pieces: what stays in memory of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { BodyStore } from '../../../main/core/history/bodies/body-store.ts';
import { readBody } from '../../../shared/node/read-body.ts';

/** A piece of one byte that was read together with 16 KB, as from a chunk with a long extension. @returns whether the 16 KB are still in memory */
function tinyPiece(): { piece: () => Buffer; isKept: () => boolean } {
  let whole: Buffer | undefined = Buffer.alloc(16 * 1024);
  const memory = new WeakRef(whole.buffer);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return {
    piece: () => {
      const piece = whole?.subarray(7, 8) ?? Buffer.alloc(0);
      whole = undefined;
      return piece;
    },
    isKept: () => {
      collect();
      return memory.deref() !== undefined;
    },
  };
}

it('a response keeps the bytes of its body, and nothing that was read together with them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-bodies-'));
  const { piece, isKept } = tinyPiece();
  const sink = new BodyStore(folder).sink([]);
  await sink.write(piece());
  await expect.poll(isKept).toBe(false);
  expect((await sink.end()).length).toBe(1);
  rmSync(folder, { recursive: true });
});

it('so does a request that is being read', async () => {
  const { piece, isKept } = tinyPiece();
  const body = new PassThrough();
  const read = readBody(body, { bytes: 10, time: 60_000 });
  body.write(piece());
  // The latest piece may be in use.
  body.write('x');
  await expect.poll(isKept).toBe(false);
  body.end('y');
  expect(await read).toMatchObject({ ok: true, bytes: Buffer.from('\0xy') });
});
