/** Bounds for the texts of an exchange that a file, a bank or another program has written: the window must be able to show them. */
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.client;

/** Characters of one text, and of all texts together. */
const LONGEST = 100_000;
const LONGEST_IN_ALL = 1_000_000;
/** Characters of a text that is always kept whole: names, rules and other words are among them. */
const SHORT = 200;
/** Entries of one list, such as headers. */
const MOST = 1000;

/** Shortens texts and lists one after another, whatever they are in. What is left out is said where a text has room for it. */
export class ShownTexts {
  private left = LONGEST_IN_ALL;

  /** @param value plain data, as JSON has it, in levels that a schema has counted */
  limit<T>(value: T): T {
    if (typeof value === 'string') return this.short(value) as typeof value;
    if (Array.isArray(value)) return this.list(value) as typeof value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, this.limit<unknown>(one)]),
    ) as typeof value;
  }

  private list(list: readonly unknown[]): unknown[] {
    if (list.length <= MOST) return list.map((one) => this.limit(one));
    const kept = list.slice(0, MOST - 1).map((one) => this.limit(one));
    const [first] = kept;
    const rest = t.moreEntries(list.length - kept.length);
    if (typeof first === 'string') kept.push(rest);
    // Headers.
    if (Array.isArray(first)) kept.push(['…', rest]);
    return kept;
  }

  private short(text: string): string {
    const most = text.length <= SHORT ? SHORT : Math.max(SHORT, Math.min(LONGEST, this.left));
    const short = text.length <= most ? text : `${text.slice(0, most)}…`;
    this.left -= short.length;
    return short;
  }
}
