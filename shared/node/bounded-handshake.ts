/**
 * What lies between a connection and its TLS where the other end may send a chain of certificates. OpenSSL checks a chain as soon as the last byte of it is there, in
 * one go, and what that costs grows with the square of its bytes: 98 KB of names and constraints take nine seconds, 10 KB at most 80 ms, 24 KB half a second.
 * Neither Node nor OpenSSL's configuration can bound the chain, so the bytes are counted before OpenSSL has them.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Bytes without room for a chain that takes longer than a request: the worst takes 4 ms. A handshake without a certificate has 2 KB, and one that
 * resumes a session 4.
 */
const AT_ONCE = 4 * 1024;

/** Takes what may be costly one by one, so that others have their turn in between: twice the time that it took. */
export class Pace {
  private readonly waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private freeAt = 0;

  run(work: () => void): void {
    this.waiting.push(work);
    if (this.timer === undefined) this.goOn();
  }

  private readonly goOn = (): void => {
    this.timer = undefined;
    for (let from = performance.now(); this.waiting.length > 0; from = performance.now()) {
      if (from < this.freeAt) {
        this.timer = setTimeout(this.goOn, Math.ceil(this.freeAt - from));
        return;
      }
      this.waiting.shift()?.();
      const now = performance.now();
      this.freeAt = now + 2 * (now - from);
    }
  };
}

export class BoundedHandshake extends Duplex {
  private readonly socket: Socket;
  private readonly pace: Pace;
  private readonly most: number;
  private readonly tooLong: (() => Error) | undefined;
  private secured = false;
  /** Bytes of the handshake that TLS has. */
  private passed = 0;
  /** What has arrived and has not been passed on yet. */
  private held: Buffer | null = null;
  /** Whether the client sends nothing more. */
  private ended = false;

  /** @param most bytes of the handshake from the other end @param tooLong of who has opened the connection: the error if there are more */
  constructor(socket: Socket, { pace, most, tooLong }: { pace: Pace; most: number; tooLong?: () => Error }) {
    super({ allowHalfOpen: true });
    this.socket = socket;
    this.pace = pace;
    this.most = most;
    this.tooLong = tooLong;
    socket.pause();
    socket.on('data', (piece) => {
      if (this.secured) this.pass(piece);
      else this.hold(piece);
    });
    socket.on('end', () => {
      this.ended = true;
      if (this.held === null) this.push(null);
    });
    // Who has opened the connection wants to know. For others, the close that follows is enough.
    socket.on('error', (error) => void (this.tooLong && this.destroy(error)));
    socket.on('close', () => {
      // What has come before an orderly end of an open connection is read first.
      if (this.ended && this.secured && !this.readableEnded) this.once('end', () => this.destroy());
      else this.destroy();
    });
  }

  /** The handshake is complete: what follows is for others to bound. */
  opened(): void {
    this.secured = true;
  }

  override _read(): void {
    if (this.held === null) this.socket.resume();
  }

  override _write(piece: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.socket.write(piece, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private pass(piece: Buffer): void {
    if (!this.push(piece)) this.socket.pause();
  }

  private hold(piece: Buffer): void {
    this.held = piece;
    this.socket.pause();
    if (this.passed + piece.length <= AT_ONCE) this.passHeld();
    else this.pace.run(() => this.passHeld());
  }

  private passHeld(): void {
    const { held } = this;
    if (held === null || this.destroyed) return;
    const part = held.subarray(0, this.most - this.passed);
    const rest = held.subarray(part.length);
    this.passed += part.length;
    this.push(part);
    // A piece may have the end of the handshake and the first request. TLS tells by then whether it does.
    if (rest.length === 0) this.goOn();
    else
      setImmediate(() => {
        if (!this.secured) this.destroy(this.tooLong?.());
        else {
          this.push(rest);
          this.goOn();
        }
      });
  }

  private goOn(): void {
    this.held = null;
    if (this.ended) this.push(null);
    else this.socket.resume();
  }
}
