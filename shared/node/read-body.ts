/** Reads the body of an HTTP message into memory, within limits on size and time. */
import { Readable } from 'node:stream';

export interface BodyLimits {
  bytes: number;
  /** Milliseconds from the call to the last byte. */
  time: number;
  /** Whether the rest of a body that is too large can still be read; if left out, a stream is destroyed. */
  leavesRest?: boolean;
}

/** The whole body, or why it was not read to its end. */
export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'too-slow' };

/**
 * @param body in chunks: a message of Node, or the chunks of a web stream
 * @throws the error of the body itself, for example when the other side disconnects
 */
export async function readBody(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<ReadBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const source: AsyncIterator<Uint8Array> =
    limits.leavesRest && body instanceof Readable
      ? (body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>)
      : body[Symbol.asyncIterator]();
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, limits.time, 'late');
  try {
    for (;;) {
      const piece = await Promise.race([source.next(), late.promise]);
      if (piece === 'late') {
        // The stream's own iterator waits for the next chunk and cannot be interrupted.
        if (body instanceof Readable) body.destroy();
        return { ok: false, reason: 'too-slow' };
      }
      if (piece.done === true) return { ok: true, bytes: Buffer.concat(pieces) };
      size += piece.value.length;
      if (size > limits.bytes) {
        await source.return?.();
        return { ok: false, reason: 'too-large' };
      }
      pieces.push(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}
