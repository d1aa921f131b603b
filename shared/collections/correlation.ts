/** Finds values of earlier answers in later requests, and names a variable for each. */
import type { Capture } from './capture.ts';
import { decoded } from '../requests/compose.ts';
import { compileJsonPath } from './json-path.ts';
import {
  MAX_CORRELATED_VALUES,
  MAX_INSIDE_CHARS,
  MAX_JSONPATH_CHARS,
  MAX_ORIGINS,
  MAX_RESPONSE_NESTING,
} from '../limits.ts';

/** Where a value came from: the number of its step, and its place in the answer. */
interface Origin {
  step: number;
  path: string;
  key: string;
}

/** Characters of a value that is an id; shorter ones are the same by chance. */
const SHORTEST = 8;
/** Characters of a value that is looked for inside other texts. */
const SHORTEST_INSIDE = 16;

export class Correlation {
  private readonly origins = new Map<string, Origin>();
  /** How long the values are that begin with the same {@link SHORTEST_INSIDE} characters: a text is searched once for all of them. */
  private readonly lengths = new Map<string, Set<number>>();
  /** Variables by their value. */
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** The number after which a name of a kind is free. */
  private readonly numbers = new Map<string, number>();
  private readonly kept = new Map<number, Capture[]>();
  /** What a person keeps of the answer of a step. */
  private readonly preferred = new Map<number, readonly Capture[]>();
  private steps = 0;

  /** Notes that a step has run. @param body of its answer; null if it has none that can be read */
  bring(body: string | null): void {
    const step = this.steps++;
    if (body === null) return;
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return;
    }
    let left = MAX_CORRELATED_VALUES;
    const walk = (value: unknown, path: string, key: string, depth: number): void => {
      if (left-- <= 0 || depth > MAX_RESPONSE_NESTING) return;
      if (typeof value === 'string') {
        if (isId(value)) this.remember(value, { step, path, key });
      } else if (Array.isArray(value)) {
        for (const [at, one] of value.entries()) walk(one, `${path}[${at}]`, key, depth + 1);
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, one] of Object.entries(value)) {
          const inside = member(name);
          if (inside !== null) walk(one, `${path}${inside}`, name, depth + 1);
        }
      }
    };
    walk(json, '$', 'value', 0);
  }

  /** The first answer with a value is where it comes from. A place that no step can name is none. */
  private remember(value: string, origin: Origin): void {
    if (origin.path.length > MAX_JSONPATH_CHARS) return;
    if (this.origins.has(value) || this.origins.size >= MAX_ORIGINS) return;
    this.origins.set(value, origin);
    if (value.length < SHORTEST_INSIDE || value.length > MAX_INSIDE_CHARS) return;
    const start = value.slice(0, SHORTEST_INSIDE);
    const lengths = this.lengths.get(start) ?? new Set();
    this.lengths.set(start, lengths.add(value.length));
  }

  /** Uses the names that a person gives to values of a step's answer. */
  prefer(step: number, keep: readonly Capture[]): void {
    this.preferred.set(step, keep);
    for (const { as } of keep) this.taken.add(as);
  }

  /** A text that is a value of an answer before a step, as its variable. */
  textAfter(text: string, step: number): string {
    const origin = this.origins.get(text);
    return origin === undefined || origin.step >= step ? text : this.text(text);
  }

  /** A text in which every value of an earlier answer is a variable. */
  text(text: string): string {
    const name = this.nameOf(text);
    if (name !== null) return `{{${name}}}`;
    const parts: string[] = [];
    let done = 0;
    for (let at = 0; at + SHORTEST_INSIDE <= text.length; at++) {
      const value = this.valueAt(text, at);
      if (value === null) continue;
      parts.push(text.slice(done, at), `{{${this.nameOf(value) ?? ''}}}`);
      done = at + value.length;
      at = done - 1;
    }
    return parts.join('') + text.slice(done);
  }

  /** The longest value of an earlier answer that a text has at a position. */
  private valueAt(text: string, at: number): string | null {
    const lengths = this.lengths.get(text.slice(at, at + SHORTEST_INSIDE));
    let longest: string | null = null;
    for (const length of lengths ?? []) {
      const value = text.slice(at, at + length);
      if (length > (longest?.length ?? 0) && this.origins.has(value)) longest = value;
    }
    return longest;
  }

  /** @param before applied to each text that is no value of an earlier answer */
  json<T>(value: T, before: (text: string) => string): T;
  json(value: unknown, before: (text: string) => string): unknown {
    if (typeof value === 'string') {
      const dated = before(value);
      return dated === value ? this.text(value) : dated;
    }
    if (Array.isArray(value)) return value.map((one: unknown) => this.json(one, before));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.json(one, before)]));
  }

  /** A request line: a link of an earlier answer as a whole, else the ids in its path. */
  line(line: string): string {
    const [method = '', path = ''] = line.split(' ', 2);
    return `${method} ${this.path(path)}`;
  }

  /** A path with percent-encoded segments. */
  path(path: string): string {
    const [bare = '', query] = path.split('?', 2);
    const segments = bare.split('/').map((segment) => {
      const name = this.nameOf(decoded(segment));
      return name === null ? segment : `{{${name}}}`;
    });
    return segments.join('/') + (query === undefined ? '' : `?${this.text(query)}`);
  }

  /** What a step must keep, because a later one needs it. */
  keptBy(step: number): readonly Capture[] {
    return this.kept.get(step) ?? [];
  }

  /** The variable that stands for a value, or null if no answer had it. */
  private nameOf(value: string): string | null {
    const known = this.names.get(value);
    if (known !== undefined) return known;
    const origin = this.origins.get(value);
    if (origin === undefined) return null;
    const chosen = this.preferred
      .get(origin.step)
      ?.find(({ from }) => from.of === 'body' && from.path === origin.path)?.as;
    const isFree = chosen !== undefined && ![...this.names.values()].includes(chosen);
    const name = isFree ? chosen : this.freeName(origin.key);
    this.names.set(value, name);
    const captures = this.kept.get(origin.step) ?? [];
    captures.push({ as: name, from: { of: 'body', path: origin.path } });
    this.kept.set(origin.step, captures);
    return name;
  }

  private freeName(key: string): string {
    const base = key.replaceAll(/[^A-Za-z0-9]/g, '').replace(/^[^A-Za-z]*/, '') || 'value';
    for (let number = (this.numbers.get(base) ?? 0) + 1; ; number++) {
      const name = number === 1 ? base : `${base}${number}`;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      this.numbers.set(base, number);
      return name;
    }
  }
}

/** Not amounts, dates and words: they are the same in many places and come from nowhere. */
function isId(value: string): boolean {
  return (
    value.length >= SHORTEST &&
    isRandom(value) &&
    !/\s/.test(value) &&
    !(/^[\d.,-]*$/.test(value) && /[.,-]/.test(value)) &&
    !/^\d{4}-\d\d-\d\dT/.test(value)
  );
}

/** Has a digit, or is long and mixes capitals and small letters: one random id in fifty has no digit. */
function isRandom(value: string): boolean {
  return /\d/.test(value) || (value.length >= SHORTEST_INSIDE && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

/** A part of a JSONPath. @returns null for a name that no step can have in its path: the bank chooses it */
function member(name: string): string | null {
  if (name.length > MAX_JSONPATH_CHARS) return null;
  if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
  const part = `[${JSON.stringify(name)}]`;
  // Only what is rare is compiled: a body has thousands of names.
  return /^[ -~]*$/.test(name) || typeof compileJsonPath(`$${part}`) !== 'string' ? part : null;
}
