/**
 * Removes secrets from everything that is shown or stored, leaving a mark in place of each. It works on values: a secret such
 * as `name` or `1795` changes no member's name, no number and no word of another text.
 */

import type { Variable } from '../../../shared/collections/scope.ts';
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Sought } from './finder.ts';
import { formsOf, LONG } from './forms.ts';
import { decodedForm, PercentSearch, type Search } from './percent-search.ts';

/** Replaces a secret. */
export const MASK = texts.common.mask;

/** A secret, and its replacement. */
export interface Hidden {
  real: string;
  shown: string;
}

export function hidden(secrets: readonly string[]): Hidden[] {
  return secrets.map((real) => ({ real, shown: MASK }));
}

/** Collects secrets: a response may repeat one that no variable has any more. */
export class KnownSecrets {
  private readonly values = new Set<string>();
  /** Replaced only for new values, so that it is prepared once. */
  private all: readonly Hidden[] = [];
  private readonly onMore: (secrets: readonly Hidden[]) => void;

  /** @param onMore called with all secrets when there are new ones */
  constructor(onMore: (secrets: readonly Hidden[]) => void = () => undefined) {
    this.onMore = onMore;
  }

  /** @returns all secrets, with those of these variables */
  with(variables: readonly Pick<Variable, 'secret' | 'value'>[]): readonly Hidden[] {
    for (const text of secretTexts(variables)) this.values.add(text);
    if (this.values.size > this.all.length) {
      this.all = hidden([...this.values]);
      this.onMore(this.all);
    }
    return this.all;
  }
}

/** Marks of omission. */
export const CUTS = ['…', '...'];

/** Secrets prepared for being searched in many texts. */
export interface Prepared {
  /** Forms that are found inside a longer text. */
  long: readonly Sought[];
  /** Forms that are found in a text after decoding its percent-encoding. */
  decoded: readonly Sought[];
  search: Search;
  /** Forms that are a whole text, with their replacements. */
  short: ReadonlyMap<string, string>;
  /** Characters of the shortest form. */
  shortest: number;
}

export function prepared(secrets: readonly Hidden[]): Prepared {
  const whole = secrets.filter(({ shown }) => shown === MASK);
  if (whole.length === secrets.length) return preparedForms(secrets);
  // A replacement may contain another secret.
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

/** A copy with the secrets in its texts masked, except in member names. @param value plain data, as in JSON */
export function masked<T>(value: T, secrets: readonly Hidden[]): T {
  return masking(secrets)(value);
}

/** The same for many values. */
export function masking(secrets: readonly Hidden[]): <T>(value: T) => T {
  return <T>(value: T) => (secrets.length === 0 ? value : (walked(value, preparedOnce(secrets)) as T));
}

const PREPARED = new WeakMap<readonly Hidden[], Prepared>();

function preparedOnce(secrets: readonly Hidden[]): Prepared {
  const known = PREPARED.get(secrets) ?? prepared(secrets);
  PREPARED.set(secrets, known);
  return known;
}

/** Masks secrets, also cut ones before a mark of omission. A line `name: value` counts as its value. */
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

/** Whether a text contains a long secret, or the beginning of one before a mark of omission. */
export function hasPassage(text: string, { search }: Pick<Prepared, 'search'>): boolean {
  return [...search.passages(text)].length > 0;
}

/** Masks long secrets only: a short one may be an ordinary word. */
export function maskedPassages(text: string, { search }: Pick<Prepared, 'search'>): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, shown } of search.passages(text)) {
    const instead = shown ?? MASK;
    if (from >= done) parts.push(text.slice(done, from), instead);
    // Overlapping: the second replacement follows, unless both are the mask.
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
