/** Bytes that arrive in pieces, in one piece of memory. */

/**
 * Copies each piece. A piece that is kept keeps everything with it that was read together: of a chunked body with an extension beside each byte, 16 KB for one byte.
 */
export class GrowingBuffer {
  private bytes: Buffer = Buffer.alloc(0);
  private length = 0;

  add(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    this.bytes.set(piece, this.length);
    this.length = needed;
  }

  /** All bytes so far, in memory of at most twice their size. What is added after it begins anew. */
  take(): Buffer {
    const all = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.alloc(0);
    this.length = 0;
    return all;
  }
}
