/** Takes secrets out of a stream of bytes, also where one lies across two chunks. */

export class Masker {
  private readonly secrets: readonly Buffer[];
  private readonly mask: Buffer;
  private readonly longest: number;
  private carried: Buffer = Buffer.alloc(0);

  constructor(secrets: readonly string[], mask: string) {
    // The longest first: one secret may begin with another.
    this.secrets = secrets
      .filter((secret) => secret !== '')
      .map((secret) => Buffer.from(secret))
      .sort((a, b) => b.length - a.length);
    this.mask = Buffer.from(mask);
    this.longest = this.secrets[0]?.length ?? 0;
  }

  /** What can be passed on of all that has come so far. @param last whether nothing comes after */
  pass(chunk: Buffer, last = false): Buffer {
    if (this.longest === 0) return chunk;
    const bytes = Buffer.concat([this.carried, chunk]);
    const parts: Buffer[] = [];
    // Where each secret is next; what begins at the very end may go on as a longer one.
    const places = this.secrets.map((secret) => bytes.indexOf(secret));
    const decided = last ? bytes.length : bytes.length - this.longest;
    let from = 0;
    for (;;) {
      const found = this.first(places);
      if (found === null || found.at > decided) break;
      parts.push(bytes.subarray(from, found.at), this.mask);
      from = found.at + found.length;
      for (const [at, secret] of this.secrets.entries()) {
        const place = places[at] ?? -1;
        if (place >= 0 && place < from) places[at] = bytes.indexOf(secret, from);
      }
    }
    const keep = last ? bytes.length : Math.max(from, decided + 1);
    parts.push(bytes.subarray(from, keep));
    this.carried = bytes.subarray(keep);
    return Buffer.concat(parts);
  }

  /** The first of the places, and of two at the same the longer secret, which is listed first. */
  private first(places: readonly number[]): { at: number; length: number } | null {
    let best: { at: number; length: number } | null = null;
    for (const [index, at] of places.entries())
      if (at >= 0 && (best === null || at < best.at)) best = { at, length: this.secrets[index]?.length ?? 0 };
    return best;
  }
}
