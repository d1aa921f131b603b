/** Removes secrets from a stream of bytes, even if one spans two chunks. */
import { Finder } from './finder.ts';

/** Texts to be found in bytes: one char per byte. @param forms of at least eight characters */
export function finderInBytes(forms: readonly string[], cuts: readonly string[]): Finder {
  const asBytes = (text: string) => Buffer.from(text).toString('latin1');
  return new Finder(
    forms.map((form) => ({ form: asBytes(form), shown: '' })),
    cuts.map(asBytes),
  );
}

export class Masker {
  private readonly finder: Finder;
  private readonly mask: Buffer;
  private carried: Buffer = Buffer.alloc(0);
  /** Bytes at the start of what is carried that are masked already. */
  private covered = 0;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;

  /** @param finder of {@link finderInBytes} */
  constructor(finder: Finder, mask: string) {
    this.finder = finder;
    this.mask = Buffer.from(mask);
  }

  /** Returns the bytes that can be passed on so far. @param last whether this is the last chunk */
  pass(chunk: Buffer, last = false): Buffer {
    const { reach } = this.finder;
    if (reach === 0) return chunk;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    // What is carried is looked at again only with at least as much that is new: a secret may be long, and a chunk short.
    if (this.waitingBytes < this.carried.length && !last) return Buffer.alloc(0);
    const bytes = Buffer.concat([this.carried, ...this.waiting]);
    this.waiting = [];
    this.waitingBytes = 0;
    // A passage that starts later may turn out to be longer.
    const decided = last ? bytes.length : Math.max(0, bytes.length - reach + 1);
    const parts: Buffer[] = [];
    let done = this.covered;
    for (const { from, to } of this.finder.passages(bytes.toString('latin1'), decided)) {
      if (from >= done) parts.push(bytes.subarray(done, from), this.mask);
      done = Math.max(done, to);
    }
    if (done < decided) parts.push(bytes.subarray(done, decided));
    this.covered = Math.max(0, done - decided);
    this.carried = bytes.subarray(decided);
    return Buffer.concat(parts);
  }
}
