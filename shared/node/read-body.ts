/** Reads the body of an HTTP message into memory, within limits on size and time. */
import { Readable } from 'node:stream';

export interface BodyLimits {
  bytes: number;
  /** Milliseconds from the call to the last byte. */
  time: number;
}

/** The whole body, or why it was not read to its end. */
export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'too-slow' };

/**
 * @param body in chunks: a message of Node, or the chunks of a web stream
 * @throws the error of the body itself, for example when the other side disconnects
 */
export async function readBody(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<ReadBody> {
  const pieces = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<'time is up'>((resolve) => {
    timer = setTimeout(resolve, limits.time, 'time is up');
  });
  try {
    for (;;) {
      const piece = await Promise.race([pieces.next(), timeIsUp]);
      if (piece === 'time is up') {
        // The stream's own iterator waits for the next chunk and cannot be interrupted.
        if (body instanceof Readable) body.destroy();
        return { ok: false, reason: 'too-slow' };
      }
      if (piece.done === true) return { ok: true, bytes: Buffer.concat(chunks) };
      size += piece.value.length;
      if (size > limits.bytes) {
        await pieces.return?.();
        return { ok: false, reason: 'too-large' };
      }
      chunks.push(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}
