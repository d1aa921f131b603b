/** Reads the body of an HTTP message into memory: never more than a limit, and never for ever. */
import { Readable } from 'node:stream';

export interface BodyLimits {
  bytes: number;
  /** Milliseconds from the call to the last byte. */
  time: number;
}

/** The whole body, or why there is none; the rest of it is not read then. */
export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'too-slow' };

/**
 * @param body in pieces: a message of Node, or what is read of a web stream
 * @throws what the body itself fails with, e.g. when the other side hangs up
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
        // Its iterator waits for the next piece and could not be ended.
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
