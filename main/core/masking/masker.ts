/** Removes secrets from a stream of bytes, even if one spans two chunks. */

export class Masker {
  private readonly secrets: readonly Buffer[];
  private readonly mask: Buffer;
  private readonly longest: number;
  private carried: Buffer = Buffer.alloc(0);

  constructor(secrets: readonly string[], mask: string) {
    // Longest first: one secret may be a prefix of another.
    this.secrets = secrets
      .filter((secret) => secret !== '')
      .map((secret) => Buffer.from(secret))
      .sort((a, b) => b.length - a.length);
    this.mask = Buffer.from(mask);
    this.longest = this.secrets[0]?.length ?? 0;
  }

  /** Returns the bytes that can be passed on so far. @param last whether this is the last chunk */
  pass(chunk: Buffer, last = false): Buffer {
    if (this.longest === 0) return chunk;
    const bytes = Buffer.concat([this.carried, chunk]);
    const parts: Buffer[] = [];
    // The next position of each secret. A match near the end may turn out to be the start of a longer secret.
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

  /** The first of the positions. If two secrets start at the same position, the longer one, which is listed first. */
  private first(places: readonly number[]): { at: number; length: number } | null {
    let best: { at: number; length: number } | null = null;
    for (const [index, at] of places.entries())
      if (at >= 0 && (best === null || at < best.at)) best = { at, length: this.secrets[index]?.length ?? 0 };
    return best;
  }
}
