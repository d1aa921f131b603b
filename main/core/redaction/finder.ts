/** Finds any of thousands of texts in one pass, with a rolling hash of their first {@link LONG} characters (Rabin–Karp). */
import { LONG } from './forms.ts';

/** A text to be found, and its replacement. */
export interface Sought {
  /** At least {@link LONG} characters. */
  form: string;
  shown: string;
}

/** A passage to be replaced. Passages may overlap, but none lies inside an earlier one. */
export interface Passage {
  from: number;
  to: number;
  /** Null for the beginning of a form before a mark of omission. */
  shown: string | null;
}

const BASE = 31;
/** The weight of the character that is removed from the hash. */
const LEAVING = Array.from({ length: LONG }).reduce<number>((power) => Math.imul(power, BASE), 1);
/** Size of the filter that precedes the lookup. */
const FILTER = 0x1_0000;

export class Finder {
  /** Forms by their beginning, longest first. */
  private readonly forms = new Map<string, Sought[]>();
  private readonly filter = new Uint8Array(FILTER);
  private readonly cuts: readonly string[];
  /** Maximum length of a passage. */
  readonly reach: number;

  /**
   * @param forms the first of equal ones counts
   * @param cuts marks of omission, before which the beginning of a form is found too
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

  /** The passages that start before `end`, in order. */
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

  /** The longest passage at an offset. @param alike the forms with its beginning */
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
