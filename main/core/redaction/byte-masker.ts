/** Masks secrets in a stream of bytes, also across chunks. */
import { PercentSearch, type Search } from './percent-search.ts';

/**
 * A search in bytes: one char per byte.
 * @param forms of at least {@link LONG} characters, found as they are @param decoded found in percent-encoding
 */
export function searchInBytes(
  forms: readonly string[],
  decoded: readonly string[],
  cuts: readonly string[],
): Search {
  const asBytes = (text: string) => Buffer.from(text).toString('latin1');
  const sought = (form: string) => ({ form, shown: '' });
  return new PercentSearch({
    plain: forms.map((form) => sought(asBytes(form))),
    decoded: decoded.map(sought),
    cuts: cuts.map(asBytes),
    isBytes: true,
  });
}

const PERCENT = 0x25;

export class Masker {
  private readonly search: Search;
  private readonly mask: Buffer;
  private carried: Buffer = Buffer.alloc(0);
  /** Bytes at the start of `carried` that are masked already. */
  private covered = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  /** @param search of {@link searchInBytes} */
  constructor(search: Search, mask: string) {
    this.search = search;
    this.mask = Buffer.from(mask);
  }

  /** Returns the bytes that can be passed on so far. @param last whether this is the last chunk */
  pass(chunk: Buffer, last = false): Buffer {
    const { reach } = this.search;
    if (reach === 0) return chunk;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    // Rescans only after as many new bytes: a secret may be long, and a chunk short.
    if (this.waitingBytes < this.carried.length && !last) return Buffer.alloc(0);
    const bytes = Buffer.concat([this.carried, ...this.waiting]);
    this.waiting = [];
    this.waitingBytes = 0;
    // A passage that starts later may still be incomplete.
    const decided = last ? bytes.length : betweenEscapes(bytes, Math.max(0, bytes.length - reach + 1));
    const parts: Buffer[] = [];
    let done = this.covered;
    for (const { from, to } of this.search.passages(bytes.toString('latin1'), decided)) {
      if (from >= done) parts.push(bytes.subarray(done, from), this.mask);
      done = Math.max(done, to);
    }
    if (done < decided) parts.push(bytes.subarray(done, decided));
    this.covered = Math.max(0, done - decided);
    this.carried = bytes.subarray(decided);
    return Buffer.concat(parts);
  }
}

/** Avoids splitting an escape. */
function betweenEscapes(bytes: Buffer, at: number): number {
  if (bytes[at - 1] === PERCENT) return at - 1;
  return bytes[at - 2] === PERCENT ? at - 2 : at;
}
