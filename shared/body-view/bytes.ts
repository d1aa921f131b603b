/** Bytes in memory or on disk, read in pages, so that a body of any size needs the memory of one page. */

export interface ByteSource {
  readonly length: number;
  /** The bytes from `from` up to, but not including, `to`; never beyond the end. */
  read: (from: number, to: number) => Uint8Array;
}

export function memorySource(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, read: (from, to) => bytes.subarray(from, to) };
}

/** Bytes. */
const PAGE = 1024 * 1024;

/** Reads single bytes at any offset. */
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

  /** The text between two offsets; bytes that are not UTF-8 become U+FFFD. */
  text(from: number, to: number): string {
    return new TextDecoder().decode(this.source.read(from, to));
  }
}
