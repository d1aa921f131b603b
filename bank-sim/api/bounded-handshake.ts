/**
 * What lies between a connection and its TLS if a certificate is asked for after somebody has sent too large a chain. OpenSSL checks a chain as soon as the last byte of it is there, in
 * one go, and what that costs grows with the square of its bytes: 90 KB of names and constraints take seconds, 10 KB at most 80 ms.
 * Neither Node nor OpenSSL's configuration can bound the chain, so the bytes are counted before OpenSSL has them.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Bytes that a client may send in its handshake. A QWAC with its intermediate has 3 to 5 KB, the rest of a handshake 1 to 3. */
export const MOST_IN_HANDSHAKE = 10 * 1024;
/** Bytes without room for a chain that takes longer than a request. */
const AT_ONCE = 2 * 1024;

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
  private secured = false;
  /** Bytes of the handshake that TLS has. */
  private passed = 0;
  /** What has arrived and has not been passed on yet. */
  private held: Buffer | null = null;
  /** Whether the client sends nothing more. */
  private ended = false;

  constructor(socket: Socket, pace: Pace) {
    super({ allowHalfOpen: true });
    this.socket = socket;
    this.pace = pace;
    socket.pause();
    socket.on('data', (piece) => {
      if (this.secured) this.pass(piece);
      else this.hold(piece);
    });
    socket.on('end', () => {
      this.ended = true;
      if (this.held === null) this.push(null);
    });
    // The close that follows ends this, too.
    socket.on('error', () => undefined);
    socket.on('close', () => this.destroy());
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
    const part = held.subarray(0, MOST_IN_HANDSHAKE - this.passed);
    const rest = held.subarray(part.length);
    this.passed += part.length;
    this.push(part);
    // A piece may have the end of the handshake and the first request. TLS tells by then whether it does.
    if (rest.length === 0) this.goOn();
    else
      setImmediate(() => {
        if (!this.secured) this.destroy();
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
