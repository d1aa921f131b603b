/**
 * Removes secrets from everything that is shown or stored, leaving a mark in place of each. It works on values: a secret such
 * as `name` or `1795` changes no member's name, no number and no word of another text.
 */

import type { Variable } from '../../../shared/collections/scope.ts';
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import type { Sought } from './finder.ts';
import { formsOf, LONG } from './forms.ts';
import { decodedForm, PercentSearch, type Search } from './percent-search.ts';

/** Replaces a secret. */
export const MASK = '•••';

/** A text that must not be seen, and what is seen in its place. */
export interface Hidden {
  real: string;
  shown: string;
}

/** @param secrets values of which nothing is to be seen */
export function hidden(secrets: readonly string[]): Hidden[] {
  return secrets.map((real) => ({ real, shown: MASK }));
}

/** Secrets that become known one after another, and stay: a response may repeat one that no variable has any more. */
export class KnownSecrets {
  private readonly values = new Set<string>();
  /** The same list while there is nothing new, so that it is prepared once. */
  private all: readonly Hidden[] = [];
  private readonly told: (secrets: readonly Hidden[]) => void;

  /** @param told called with all of them when there are more than before */
  constructor(told: (secrets: readonly Hidden[]) => void = () => undefined) {
    this.told = told;
  }

  /** @returns what must be masked while a step has these variables */
  with(variables: readonly Pick<Variable, 'secret' | 'value'>[]): readonly Hidden[] {
    for (const text of secretTexts(variables)) this.values.add(text);
    if (this.values.size > this.all.length) {
      this.all = hidden([...this.values]);
      this.told(this.all);
    }
    return this.all;
  }
}

/** What programs put where they leave out the rest of a text. */
export const CUTS = ['…', '...'];

/** Secrets prepared for being searched in many texts. */
export interface Prepared {
  /** Forms that are found inside a longer text. */
  long: readonly Sought[];
  /** Those that are found in a text whose percent-encoding is decoded. */
  decoded: readonly Sought[];
  search: Search;
  /** Forms that are a whole text, with what is shown instead. */
  short: ReadonlyMap<string, string>;
  /** Characters of the shortest form. A shorter text contains none. */
  shortest: number;
}

/** Prepares secrets once, so that a text of a body costs only the search. */
export function prepared(secrets: readonly Hidden[]): Prepared {
  const whole = secrets.filter(({ shown }) => shown === MASK);
  if (whole.length === secrets.length) return preparedForms(secrets);
  // What is shown of a text with one secret may contain another one.
  const forms = preparedForms(whole);
  return preparedForms(secrets.map(({ real, shown }) => ({ real, shown: maskedText(shown, forms) })));
}

function preparedForms(secrets: readonly Hidden[]): Prepared {
  const longestFirst = secrets.toSorted((a, b) => b.real.length - a.real.length);
  const forms = longestFirst.flatMap(({ real, shown }) => formsOf(real).map((form) => ({ form, shown })));
  const long = forms.filter(({ form }) => form.length >= LONG);
  const short = forms.filter(({ form }) => form.length < LONG);
  const decoded = longestFirst
    .filter(({ real }) => real.length >= LONG)
    .map(({ real, shown }) => ({ form: decodedForm(real), shown }));
  return {
    long,
    decoded,
    search: new PercentSearch({ plain: long, decoded, cuts: CUTS, isBytes: false }),
    short: new Map(short.toReversed().map(({ form, shown }) => [form, shown])),
    shortest: forms.reduce((least, { form }) => Math.min(least, form.length), Number.POSITIVE_INFINITY),
  };
}

/** A copy of the value with the secrets in its texts masked. Names of members stay. @param value plain data, as in JSON */
export function masked<T>(value: T, secrets: readonly Hidden[]): T {
  return masking(secrets)(value);
}

/** The same for one value after another. The secrets are prepared when the first one is masked, and once for one list. */
export function masking(secrets: readonly Hidden[]): <T>(value: T) => T {
  return <T>(value: T) => (secrets.length === 0 ? value : (walked(value, preparedOnce(secrets)) as T));
}

const PREPARED = new WeakMap<readonly Hidden[], Prepared>();

function preparedOnce(secrets: readonly Hidden[]): Prepared {
  const known = PREPARED.get(secrets) ?? prepared(secrets);
  PREPARED.set(secrets, known);
  return known;
}

/** A text with the secrets in it masked, and what is left of one before a mark of omission. A line `name: value` counts as its value. */
export function maskedText(text: string, { search, short, shortest }: Prepared): string {
  if (text.length < shortest) return text;
  const left = maskedPassages(text, { search });
  if (short.size === 0) return left;
  const whole = short.get(left);
  if (whole !== undefined) return whole;
  const colon = left.indexOf(': ');
  if (colon < 0 || left.length - colon - 2 >= LONG) return left;
  const value = short.get(left.slice(colon + 2));
  return value !== undefined && /^[\w()-]+$/.test(left.slice(0, colon))
    ? `${left.slice(0, colon + 2)}${value}`
    : left;
}

/** Whether a longer secret, or what is left of one, is somewhere in a text. */
export function hasPassage(text: string, { search }: Pick<Prepared, 'search'>): boolean {
  return [...search.passages(text)].length > 0;
}

/** The same for a text in which a short secret is nothing but a word. */
export function maskedPassages(text: string, { search }: Pick<Prepared, 'search'>): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, shown } of search.passages(text)) {
    const instead = shown ?? MASK;
    if (from >= done) parts.push(text.slice(done, from), instead);
    // They overlap: what is shown of the second follows, unless both are only masked.
    else if (instead !== MASK || parts.at(-1) !== MASK) parts.push(instead);
    done = to;
  }
  return done === 0 ? text : [...parts, text.slice(done)].join('');
}

function walked(value: unknown, secrets: Prepared): unknown {
  if (typeof value === 'string') return maskedText(value, secrets);
  if (Array.isArray(value)) return value.map((one: unknown) => walked(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walked(one, secrets)]));
}
