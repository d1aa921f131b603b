/**
 * Finds any of thousands of texts in one pass: a hash of as many characters as each of them has at least moves over the text, and
 * only where it is that of a beginning are those that begin so compared. The time grows with the text, not with their number: a
 * stretch of nothing but beginnings, where each character takes many comparisons, is masked unread.
 */
import { LONG } from './forms.ts';

/** A text to be found, and what takes its place. */
export interface Sought {
  /** At least {@link LONG} characters. */
  form: string;
  shown: string;
}

/** A passage to be replaced. Passages may overlap, but none lies inside an earlier one. */
export interface Passage {
  from: number;
  to: number;
  /** Null for the beginning of a form, of which the rest is not there. */
  shown: string | null;
}

/**
 * A beginning of so many characters counts like the whole form: so much of a secret is one, and comparing a text of nothing but
 * beginnings of the same form stays linear in its length.
 */
const MUCH = 128;
/** Comparisons at each character that no honest text comes near on average, and how many more of them there may be. */
const USUAL = 16;
const MORE = 20_000;
/** Characters that are masked unread after that. */
const UNREAD = 4096;
/** What a look into the forms counts, in comparisons. */
const LOOK = 8;
const BASE = 31;
/** The weight of the character that leaves the hash. */
const LEAVING = Array.from({ length: LONG }).reduce<number>((power) => Math.imul(power, BASE), 1);
/** Entries of the filter that is asked before anything is looked up. */
const FILTER = 0x1_0000;

export class Finder {
  /** In the order of their characters, so that those with the same beginning stand together. */
  private readonly forms: readonly Sought[];
  /** Of each beginning: the first of its forms, and the one after the last. */
  private readonly beginnings = new Map<string, readonly [number, number]>();
  private readonly filter = new Uint8Array(FILTER);
  private readonly cuts: readonly string[];
  /** Comparisons so far. */
  private work = 0;
  /** Characters after the start of a passage that decide where it ends. */
  readonly reach: number;

  /**
   * @param forms of which the first counts if one occurs twice
   * @param cuts marks that stand where the rest of a text was left out. A beginning before one of them is found, too
   */
  constructor(forms: readonly Sought[], cuts: readonly string[]) {
    const unique = new Map(forms.toReversed().map((one) => [one.form, one]));
    this.forms = [...unique.values()].sort((a, b) => (a.form < b.form ? -1 : 1));
    this.cuts = cuts;
    let longest = 0;
    for (const [at, { form }] of this.forms.entries()) {
      const beginning = form.slice(0, LONG);
      this.beginnings.set(beginning, [this.beginnings.get(beginning)?.[0] ?? at, at + 1]);
      this.filter[placeOf(hashOf(beginning))] = 1;
      longest = Math.max(longest, form.length);
    }
    this.reach = longest === 0 ? 0 : longest + Math.max(0, ...cuts.map(({ length }) => length));
  }

  /** The passages that start before `end`, in their order. */
  *passages(text: string, end = text.length): Generator<Passage, void, void> {
    if (this.forms.length === 0) return;
    const stop = Math.min(text.length, end + LONG - 1);
    let hash = 0;
    let covered = 0;
    let [start, before] = [0, this.work];
    for (let at = 0; at < stop; at++) {
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
      if (at >= LONG) hash = (hash - Math.imul(text.charCodeAt(at - LONG), LEAVING)) | 0;
      const from = at - LONG + 1;
      // What starts so deep inside a passage does not go beyond it, see `passageAt`.
      if (from < 0 || from + MUCH < covered || this.filter[placeOf(hash)] === 0) continue;
      const range = this.beginnings.get(text.slice(from, at + 1));
      if (range === undefined) continue;
      let passage = this.passageAt(text, from, range, covered);
      const more = this.work - before - (from - start) * USUAL;
      if (more < 0) [start, before] = [from, this.work];
      else if (more > MORE) {
        [start, before] = [from + UNREAD, this.work];
        passage = { from, to: Math.max(passage?.to ?? 0, Math.min(text.length, from + UNREAD)), shown: null };
      }
      if (passage === null) continue;
      covered = passage.to;
      yield passage;
    }
  }

  /**
   * The longest passage there, if it ends after what is covered already. Not asked for inside a passage that goes on for
   * {@link MUCH} characters: a long comparison would be repeated at each of them, and so much is masked already.
   */
  private passageAt(
    text: string,
    from: number,
    [first, after]: readonly [number, number],
    covered: number,
  ): Passage | null {
    let [low, high] = [first, after];
    let whole: Passage | null = null;
    let length = LONG;
    let looks = 1;
    while (low < high) {
      looks++;
      const { form, shown } = this.forms[low] ?? NONE;
      const last = this.forms[high - 1]?.form ?? '';
      // As long as the first and the last one go on alike, all between them do.
      while (length < form.length) {
        const code = text.charCodeAt(from + length);
        if (form.charCodeAt(length) !== code) break;
        if (last !== form && last.charCodeAt(length) !== code) break;
        length++;
      }
      if (length === form.length) {
        // Of those with this beginning, the one that ends here stands before those that go on.
        whole = { from, to: from + length, shown };
        low++;
        continue;
      }
      const code = text.charCodeAt(from + length);
      low = this.firstFrom(low, high, length, code);
      high = this.firstFrom(low, high, length, code + 1);
      if (low < high) length++;
    }
    this.work += length - LONG + looks * LOOK;
    const to = from + length;
    const isCut =
      to > (whole?.to ?? 0) && (length >= MUCH || this.cuts.some((mark) => text.startsWith(mark, to)));
    const passage = isCut ? { from, to, shown: null } : whole;
    return passage !== null && passage.to > covered ? passage : null;
  }

  /** The first of the forms from `low` to before `high` with at least this character there. */
  private firstFrom(low: number, high: number, at: number, code: number): number {
    let [from, to] = [low, high];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (!((this.forms[middle]?.form.charCodeAt(at) ?? 0) >= code)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

const NONE: Sought = { form: '', shown: '' };

function hashOf(beginning: string): number {
  let hash = 0;
  for (let at = 0; at < LONG; at++) hash = (Math.imul(hash, BASE) + beginning.charCodeAt(at)) | 0;
  return hash;
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (FILTER - 1);
}
