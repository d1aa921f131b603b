/** Finds texts as they are and in any percent-encoding. Programs encode differently, so the decoded text is compared. */
import { Finder, type Passage, type Sought } from './finder.ts';

/** Finds secrets in a text. */
export interface Search {
  /** Maximum length of a passage. */
  readonly reach: number;
  /** The passages that start before `end`, in order; none lies inside an earlier one. */
  passages: (text: string, end?: number) => Iterable<Passage>;
}

export interface SearchOrder {
  /** Found as they are. */
  plain: readonly Sought[];
  /** Of {@link decodedForm}. */
  decoded: readonly Sought[];
  /** As in {@link Finder}. */
  cuts: readonly string[];
  /** Whether each character stands for a byte. */
  isBytes: boolean;
}

/** A secret in a decoded text: one character per byte. A plus may be a space, so both count as one. */
export function decodedForm(secret: string): string {
  return Buffer.from(secret.toWellFormed()).toString('latin1').replaceAll('+', ' ');
}

/** Characters of an encoded byte. */
const ESCAPE = '%00'.length;
const [PERCENT, PLUS, BLANK] = [0x25, 0x2b, 0x20];

export class PercentSearch implements Search {
  private readonly plain: Finder;
  private readonly decoded: Finder;
  private readonly isBytes: boolean;
  readonly reach: number;

  constructor({ plain, decoded, cuts, isBytes }: SearchOrder) {
    this.plain = new Finder(plain, cuts);
    this.decoded = new Finder(decoded, isBytes ? cuts : cuts.map(decodedForm));
    this.isBytes = isBytes;
    this.reach = Math.max(this.plain.reach, this.decoded.reach * ESCAPE);
  }

  passages(text: string, end = text.length): Iterable<Passage> {
    const plain = this.plain.passages(text, end);
    if (this.decoded.reach === 0 || !/%[\da-f]{2}|\+/i.test(text)) return plain;
    const { bytes, places } = decodedText(text, this.isBytes);
    const before = end < text.length ? places.findIndex((place) => place >= end) : bytes.length;
    return merged(plain, placed(this.decoded.passages(bytes, before), places));
  }
}

/** The bytes of a decoded text, and the offset in the text of each; the last offset is the text's end. */
function decodedText(text: string, isBytes: boolean): { bytes: string; places: Uint32Array } {
  const source = Buffer.from(text, isBytes ? 'latin1' : 'utf8');
  const places = new Uint32Array(source.length + 1);
  let length = 0;
  let place = 0;
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0;
    places[length] = place;
    const encoded = byte === PERCENT ? hexAt(source, at + 1) : -1;
    // Continuation bytes have no offset.
    if (isBytes || (byte & 0xc0) !== 0x80) place++;
    if (encoded >= 0) {
      at += ESCAPE - 1;
      place += ESCAPE - 1;
    }
    // A surrogate pair.
    if (!isBytes && byte >= 0xf0) place++;
    const is = encoded >= 0 ? encoded : byte;
    // In place: never ahead of the reading position.
    source[length++] = is === PLUS ? BLANK : is;
  }
  places[length] = text.length;
  return { bytes: source.toString('latin1', 0, length), places: places.subarray(0, length + 1) };
}

/** The byte of two hexadecimal digits; -1 for others. */
function hexAt(bytes: Buffer, at: number): number {
  const [high, low] = [digitOf(bytes[at]), digitOf(bytes[at + 1])];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digitOf(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  // Upper case.
  const letter = code & ~0x20;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x41 + 10 : -1;
}

/** Maps passages of a decoded text to the text. */
function* placed(passages: Iterable<Passage>, places: Uint32Array): Iterable<Passage> {
  for (const { from, to, shown } of passages) yield { from: places[from] ?? 0, to: places[to] ?? 0, shown };
}

/** Merges passages in order, without those inside an earlier one. */
function* merged(some: Iterator<Passage>, others: Iterable<Passage>): Iterable<Passage> {
  let one = nextOf(some);
  let covered = 0;
  for (const other of others) {
    while (one !== null && isBefore(one, other)) {
      if (one.to > covered) yield one;
      covered = Math.max(covered, one.to);
      one = nextOf(some);
    }
    if (other.to > covered) yield other;
    covered = Math.max(covered, other.to);
  }
  for (; one !== null; one = nextOf(some)) {
    if (one.to > covered) yield one;
    covered = Math.max(covered, one.to);
  }
}

/** If two passages begin at the same place, the longer one comes first. */
function isBefore(one: Passage, other: Passage): boolean {
  return one.from < other.from || (one.from === other.from && one.to >= other.to);
}

function nextOf(passages: Iterator<Passage>): Passage | null {
  const next = passages.next();
  return next.done === true ? null : next.value;
}
