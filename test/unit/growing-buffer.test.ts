/** Bytes that arrive in pieces: what is kept of them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingBuffer } from '../../shared/node/growing-buffer.ts';

it('has all pieces in their order, and begins anew when they are taken', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.uint8Array({ maxLength: 300 }))), (rounds) => {
      const buffer = new GrowingBuffer();
      for (const pieces of rounds) {
        for (const piece of pieces) buffer.add(piece);
        expect(buffer.take()).toEqual(Buffer.concat(pieces));
      }
    }),
  );
});
