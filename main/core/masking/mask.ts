/**
 * Removes secrets from everything that is shown or stored, leaving a mark in place of each. It works on values: a secret such
 * as `name` or `1795` changes no member's name, no number and no word of another text.
 */

import { formsOf, LONG } from './forms.ts';

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

/** Secrets prepared for being searched in many texts. */
export interface Prepared {
  /** Every form of every secret, those of a longer secret first: one secret may be a part of another. */
  forms: readonly { form: string; shown: string }[];
  /** Characters of the shortest form. A shorter text contains none. */
  shortest: number;
}

/** Prepares secrets once, so that a text of a body costs only the search. */
export function prepared(secrets: readonly Hidden[]): Prepared {
  const forms = secrets
    .toSorted((a, b) => b.real.length - a.real.length)
    .flatMap(({ real, shown }) => formsOf(real).map((form) => ({ form, shown })));
  return { forms, shortest: Math.min(...forms.map(({ form }) => form.length)) };
}

/** A copy of the value with the secrets in its texts masked. Names of members stay. @param value plain data, as in JSON */
export function masked<T>(value: T, secrets: readonly Hidden[]): T {
  return masking(secrets)(value);
}

/** The same for one value after another. The secrets are prepared when the first one is masked. */
export function masking(secrets: readonly Hidden[]): <T>(value: T) => T {
  let once: Prepared | null = null;
  return <T>(value: T) => (secrets.length === 0 ? value : (walked(value, (once ??= prepared(secrets))) as T));
}

/** A text with the secrets in it masked. A line `name: value` counts as its value. */
export function maskedText(text: string, { forms, shortest }: Prepared): string {
  if (text.length < shortest) return text;
  let left = text;
  for (const { form, shown } of forms) {
    if (form.length > left.length) continue;
    if (form.length >= LONG) left = left.replaceAll(form, shown);
    else if (left === form) left = shown;
    else if (left.endsWith(`: ${form}`) && /^[\w()-]+: /.exec(left)?.[0].length === left.length - form.length)
      left = left.slice(0, -form.length) + shown;
  }
  return left;
}

function walked(value: unknown, secrets: Prepared): unknown {
  if (typeof value === 'string') return maskedText(value, secrets);
  if (Array.isArray(value)) return value.map((one: unknown) => walked(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walked(one, secrets)]));
}
