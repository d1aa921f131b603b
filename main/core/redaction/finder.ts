/**
 * Finds any of thousands of texts in one pass: a hash of as many characters as each of them has at least moves over the text, and
 * only where it is that of a beginning are those that begin so compared.
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

const BASE = 31;
/** The weight of the character that leaves the hash. */
const LEAVING = Array.from({ length: LONG }).reduce<number>((power) => Math.imul(power, BASE), 1);
/** Entries of the filter that is asked before anything is looked up. */
const FILTER = 0x1_0000;

export class Finder {
  /** By their beginnings, the longest first. */
  private readonly forms = new Map<string, Sought[]>();
  private readonly filter = new Uint8Array(FILTER);
  private readonly cuts: readonly string[];
  /** Characters after the start of a passage that decide where it ends. */
  readonly reach: number;

  /**
   * @param forms of which the first counts if one occurs twice
   * @param cuts marks that stand where the rest of a text was left out. A beginning before one of them is found, too
   */
  constructor(forms: readonly Sought[], cuts: readonly string[]) {
    this.cuts = cuts;
    for (const one of forms.toSorted((a, b) => b.form.length - a.form.length)) {
      const beginning = one.form.slice(0, LONG);
      const alike = this.forms.get(beginning);
      if (alike === undefined) this.forms.set(beginning, [one]);
      else alike.push(one);
      this.filter[placeOf(hashOf(beginning))] = 1;
    }
    const longest = forms.reduce((most, { form }) => Math.max(most, form.length), 0);
    this.reach = longest === 0 ? 0 : longest + Math.max(0, ...cuts.map(({ length }) => length));
  }

  /** The passages that start before `end`, in their order. */
  *passages(text: string, end = text.length): Generator<Passage, void, void> {
    if (this.forms.size === 0) return;
    const stop = Math.min(text.length, end + LONG - 1);
    let hash = 0;
    let covered = 0;
    for (let at = 0; at < stop; at++) {
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
      if (at >= LONG) hash = (hash - Math.imul(text.charCodeAt(at - LONG), LEAVING)) | 0;
      const from = at - LONG + 1;
      if (from < 0 || this.filter[placeOf(hash)] === 0) continue;
      const alike = this.forms.get(text.slice(from, at + 1));
      const passage = alike === undefined ? null : this.passageAt(text, from, alike);
      if (passage === null || passage.to <= covered) continue;
      covered = passage.to;
      yield passage;
    }
  }

  /** The longest passage there. @param alike the forms with the beginning that is there */
  private passageAt(text: string, from: number, alike: readonly Sought[]): Passage | null {
    let cut: Passage | null = null;
    for (const { form, shown } of alike) {
      let length = LONG;
      while (length < form.length && form.charCodeAt(length) === text.charCodeAt(from + length)) length++;
      const to = from + length;
      if (length === form.length) return cut !== null && cut.to > to ? cut : { from, to, shown };
      if (to > (cut?.to ?? 0) && this.cuts.some((mark) => text.startsWith(mark, to)))
        cut = { from, to, shown: null };
    }
    return cut;
  }
}

function hashOf(beginning: string): number {
  let hash = 0;
  for (let at = 0; at < LONG; at++) hash = (Math.imul(hash, BASE) + beginning.charCodeAt(at)) | 0;
  return hash;
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (FILTER - 1);
}
