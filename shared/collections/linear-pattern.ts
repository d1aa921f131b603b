/**
 * Regular expressions from collections of other people. JavaScript's own can take any time: `(a+)+b`, but also `.*.*.*b` and a row of `a?`.
 * Here all ways through an expression are followed at once (Thompson, 1968), so that the time is at most the product of its length and
 * the text's. JavaScript checks the syntax, and whether one character fits one part.
 */
import { texts } from '../texts/texts.ts';
import { MAX_PATTERN_CHARS, MAX_PATTERN_PARTS, MAX_PATTERN_STEPS } from '../limits.ts';

const t = texts.tests.pattern;

export interface Pattern {
  /** Whether the expression fits somewhere in a text; null if that would take too long. */
  test: (text: string) => boolean | null;
}

type Part =
  | { fits: (character: string) => boolean; next: number }
  | { holds: (before: string | undefined, after: string | undefined) => boolean; next: number }
  | { ways: number[] };

/** Adds parts that lead to the part with this number. @returns the number of their first */
type Emit = (next: number) => number;

class Refused extends Error {}

/** @returns a sentence if it is no regular expression, or has what cannot be followed like this */
export function compilePattern(source: string): Pattern | string {
  if (source.length > MAX_PATTERN_CHARS) return t.tooLong(MAX_PATTERN_CHARS);
  try {
    return new Program(source);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    if (error instanceof SyntaxError) return t.wrong(source, error.message);
    throw error;
  }
}

const END = 0;

class Program implements Pattern {
  private readonly parts: Part[] = [{ ways: [] }];
  private readonly first: number;
  private readonly source: string;
  private at = 0;

  /** @throws SyntaxError, Refused */
  constructor(source: string) {
    // Throws for anything that is no expression, so that what follows reads only correct ones.
    void new RegExp(source, 'u');
    this.source = source;
    this.first = this.alternatives()(END);
  }

  test(text: string): boolean | null {
    if (text.length * this.parts.length > MAX_PATTERN_STEPS) return null;
    const characters = Array.from(text);
    /** For each part, the position at which it was reached last, counted from 1. */
    const reached = new Uint32Array(this.parts.length);
    let now: number[] = [];
    for (let at = 0; at <= characters.length; at++) {
      const after = characters[at];
      const next: number[] = [];
      // The expression may begin anywhere.
      const waiting = [...now, this.first];
      while (waiting.length > 0) {
        const number = waiting.pop() ?? END;
        if (number === END) return true;
        const part = this.parts[number];
        if (part === undefined || reached[number] === at + 1) continue;
        reached[number] = at + 1;
        if ('ways' in part) waiting.push(...part.ways);
        else if ('holds' in part) {
          if (part.holds(characters[at - 1], after)) waiting.push(part.next);
        } else if (after !== undefined && part.fits(after)) next.push(part.next);
      }
      now = next;
    }
    return false;
  }

  private add(part: Part): number {
    if (this.parts.length >= MAX_PATTERN_PARTS) throw new Refused(t.tooMany(MAX_PATTERN_PARTS));
    return this.parts.push(part) - 1;
  }

  private take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at;
    const found = form.exec(this.source);
    if (found !== null) this.at = form.lastIndex;
    return found;
  }

  private alternatives(): Emit {
    const all = [this.sequence()];
    while (this.take(/\|/y) !== null) all.push(this.sequence());
    const [only] = all;
    if (only !== undefined && all.length === 1) return only;
    return (next) => this.add({ ways: all.map((one) => one(next)) });
  }

  private sequence(): Emit {
    const all: Emit[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at)))
      all.push(this.repeated(this.atom()));
    return (next) => all.reduceRight((after, one) => one(after), next);
  }

  private repeated(one: Emit): Emit {
    const found = this.take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y);
    if (found === null) return one;
    const [, sign, least, comma, most = ''] = found;
    const from = least === undefined ? (sign === '+' ? 1 : 0) : Number(least);
    const isExact = least !== undefined && comma === undefined;
    const to = sign === '?' ? 1 : isExact ? from : most === '' ? Infinity : Number(most);
    return (next) => {
      let start = next;
      if (to === Infinity) {
        const ways: number[] = [];
        start = this.add({ ways });
        ways.push(one(start), next);
      } else for (let count = from; count < to; count++) start = this.add({ ways: [one(start), next] });
      for (let count = 0; count < from; count++) start = one(start);
      return start;
    };
  }

  private atom(): Emit {
    if (this.take(/\((?!\?)|\(\?:|\(\?<(?![=!])[^>]*>/y) !== null) {
      const inside = this.alternatives();
      this.take(/\)/y);
      return inside;
    }
    if (this.take(/\(\?/y) !== null) throw new Refused(t.around);
    if (this.take(/\\[1-9k]/y) !== null) throw new Refused(t.back);
    const [edge] = this.take(/[$^]|\\[Bb]/y) ?? [];
    if (edge !== undefined) {
      const holds = EDGES.get(edge) ?? (() => false);
      return (next) => this.add({ holds, next });
    }
    const [text = ''] = this.take(ONE) ?? [];
    const form = new RegExp(`^${text}$`, 'u');
    return (next) => this.add({ fits: (character) => form.test(character), next });
  }
}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character);
const EDGES: ReadonlyMap<string, (before: string | undefined, after: string | undefined) => boolean> =
  new Map([
    ['^', (before) => before === undefined],
    ['$', (_, after) => after === undefined],
    ['\\b', (before, after) => isWord(before) !== isWord(after)],
    ['\\B', (before, after) => isWord(before) === isWord(after)],
  ]);

/** What stands for one character. */
const ONE =
  /\[(?:\\.|[^\\\]])*\]|\\(?:[Pp]\{[^}]*\}|u\{[^}]*\}|u[Dd][89ABab]..\\u[Dd][C-Fc-f]..|u.{4}|x..|c.|.)|./suy;
