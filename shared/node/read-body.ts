/** Reads the body of an HTTP message into memory, within limits on size and time, and on the memory of all together. */
import { Readable } from 'node:stream';
import { GrowingBuffer } from './growing-buffer.ts';

/** Bytes of all bodies that are being read in this process. One of the largest has room, and hundreds of usual ones. */
const ROOM = 256 * 1024 * 1024;

/** The memory for bodies that are still arriving. When it is full, the oldest of them makes room. */
export class BodyRoom {
  private readonly most: number;
  private held = 0;
  /** From the oldest to the newest. */
  private readonly readers = new Set<{ bytes: number; stop: () => void }>();

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  /** @param stop called when this body has to make room */
  enter(stop: () => void): { take: (bytes: number) => void; leave: () => void } {
    const reader = { bytes: 0, stop };
    this.readers.add(reader);
    const leave = () => {
      this.held -= reader.bytes;
      reader.bytes = 0;
      this.readers.delete(reader);
    };
    const take = (bytes: number) => {
      reader.bytes += bytes;
      this.held += bytes;
      for (const oldest of this.readers) {
        if (this.held <= this.most) return;
        this.held -= oldest.bytes;
        oldest.bytes = 0;
        this.readers.delete(oldest);
        oldest.stop();
      }
    };
    return { take, leave };
  }
}

const roomOfAll = new BodyRoom(ROOM);

export interface BodyLimits {
  bytes: number;
  /** Milliseconds from the call to the last byte. */
  time: number;
  /** Shared with the bodies that arrive at the same time; by default with all of this process. */
  room?: BodyRoom;
  /** Whether the rest of a body that is too large can still be read; if left out, a stream is destroyed. */
  leavesRest?: boolean;
}

/** The whole body, or why it was not read to its end: it was too large, or not there in time, or before others needed its memory. */
export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: 'too-large' | 'too-slow' };

/**
 * @param body in chunks: a message of Node, or the chunks of a web stream
 * @throws the error of the body itself, for example when the other side disconnects
 */
export async function readBody(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<ReadBody> {
  const bytes = new GrowingBuffer();
  let size = 0;
  const pieces = new StoppablePieces(body, limits.leavesRest === true);
  const timer = setTimeout(pieces.stop, limits.time);
  const place = (limits.room ?? roomOfAll).enter(pieces.stop);
  try {
    for (;;) {
      const piece = await pieces.next();
      if (piece === 'stopped') {
        // The stream's own iterator waits for the next chunk and cannot be interrupted.
        if (body instanceof Readable) body.destroy();
        return { ok: false, reason: 'too-slow' };
      }
      if (piece.done === true) return { ok: true, bytes: bytes.take() };
      size += piece.value.length;
      if (size > limits.bytes) {
        await pieces.return();
        return { ok: false, reason: 'too-large' };
      }
      bytes.add(piece.value);
      place.take(piece.value.length);
    }
  } finally {
    clearTimeout(timer);
    place.leave();
  }
}

/**
 * The pieces of a body until it ends or is stopped. A race with a promise for the stop would remember each piece until the end: of a body in chunks of one
 * byte, hundreds of bytes for one.
 */
class StoppablePieces {
  private readonly pieces: AsyncIterator<Uint8Array>;
  private wake: (() => void) | undefined;
  private isStopped = false;

  constructor(body: AsyncIterable<Uint8Array>, leavesRest: boolean) {
    this.pieces =
      leavesRest && body instanceof Readable
        ? (body.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>)
        : body[Symbol.asyncIterator]();
  }

  readonly stop = (): void => {
    this.isStopped = true;
    this.wake?.();
  };

  next(): Promise<IteratorResult<Uint8Array> | 'stopped'> {
    return new Promise((resolve, reject) => {
      this.wake = () => resolve('stopped');
      if (this.isStopped) this.wake();
      else this.pieces.next().then(resolve, reject);
    });
  }

  async return(): Promise<void> {
    await this.pieces.return?.();
  }
}
