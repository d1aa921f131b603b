/** Bytes that may lie on a disk: read in pages, so that a body of any size takes the memory of one page. */

export interface ByteSource {
  /** Bytes in all. */
  readonly length: number;
  /** The bytes from `from` up to, but not including, `to`; never beyond the end. */
  read: (from: number, to: number) => Uint8Array;
}

/** A body that is in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, read: (from, to) => bytes.subarray(from, to) };
}

/** Bytes of a page. */
const PAGE = 1024 * 1024;

/** One byte after the other, from anywhere. */
export class ByteReader {
  readonly source: ByteSource;
  private page: Uint8Array = new Uint8Array(0);
  private start = 0;
  private end = 0;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** The byte at an offset, or -1 beyond the end. */
  at(offset: number): number {
    if (offset >= this.start && offset < this.end) return this.page[offset - this.start] ?? -1;
    if (offset >= this.source.length || offset < 0) return -1;
    this.start = offset - (offset % PAGE);
    this.end = Math.min(this.start + PAGE, this.source.length);
    this.page = this.source.read(this.start, this.end);
    return this.page[offset - this.start] ?? -1;
  }

  /** The text between two offsets; bytes that are no UTF-8 are shown as U+FFFD. */
  text(from: number, to: number): string {
    return new TextDecoder().decode(this.source.read(from, to));
  }
}
