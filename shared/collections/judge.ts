/** Whether an assertion holds of what a step has brought. */
import type { Assertion, Expectation, Form } from './assertion.ts';
import { demand, type Shown, shown as asShown, statement, VERDICTS } from './assertion-words.ts';
import { isDeepEqual } from './deep-equal.ts';
import { compilePattern } from './linear-pattern.ts';
import { indexOf } from '../linear-text.ts';
import { type Found, type Holds, type Outcome, valueOf } from './source.ts';
import { texts } from '../texts/texts.ts';

const t = texts.running.condition;

export interface Judgement {
  holds: boolean;
  /** One line: what was expected of what, and what was found if it differs. */
  text: string;
}

/** A value without what must not be seen. */
export type Masking = (value: unknown) => unknown;

const asItIs: Masking = (value) => value;

/** Characters of a whole body in a sentence: who asks for it wants to see it. */
const WHOLE_BODY = 900;

/**
 * @param assertion with every variable filled in
 * @param mask applied to each value before its text is shortened, because a secret that is cut is not found any more
 */
export function judge(assertion: Assertion, outcome: Outcome, mask: Masking = asItIs): Judgement {
  const { that } = assertion;
  const isWhole = that.of === 'text' || (that.of === 'body' && that.path === '$');
  const shown: Shown = (value) => asShown(mask(value), isWhole ? WHOLE_BODY : undefined);
  const verdict = verdictOf(assertion, outcome, shown);
  if (verdict !== null) return verdict;
  const found = valueOf(assertion.that, outcome);
  const fulfilled = holdsIfCompared(assertion.must, found);
  if (fulfilled === true) return { holds: true, text: statement(assertion, shown) };
  const came =
    typeof fulfilled === 'string'
      ? `but ${fulfilled}`
      : found.found
        ? cameOf(assertion.must, found.value, shown)
        : `but ${lower(found.why)}`;
  return { holds: false, text: `${demand(assertion, shown)}, ${came}` };
}

/** Why a condition about a variable does not hold; null if it does. */
export function failedCondition(variable: string, must: Expectation, value: unknown): string | null {
  const found: Found =
    value === undefined ? { found: false, why: t.noValue(variable) } : { found: true, value };
  if (holdsIfCompared(must, found) === true) return null;
  return found.found ? t.is(variable, asShown(found.value)) : found.why;
}

/** Of a list, the first member that does not fulfil what each must. */
function cameOf(must: Expectation, value: unknown, shown: Shown): string {
  const members: unknown[] = must.is === 'every' && Array.isArray(value) ? value : [];
  const at = members.findIndex((one) => holdsIfCompared(must, { found: true, value: [one] }) !== true);
  return at < 0 ? `got ${shown(value)}` : `but member ${at + 1} is ${shown(members[at])}`;
}

/** @returns why it cannot be said, if it cannot */
function holdsIfCompared(must: Expectation, found: Found): boolean | string {
  try {
    return holds(must, found);
  } catch (error) {
    if (error instanceof NoPattern) return error.message;
    throw error;
  }
}

/** A text cannot be searched by a pattern; the message says why. */
class NoPattern extends Error {}

/** @throws NoPattern */
function isMatching(text: string, pattern: string): boolean {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'string') throw new NoPattern(lower(compiled));
  const isFound = compiled.test(text);
  if (isFound === null) throw new NoPattern('the text is too long for this regular expression');
  return isFound;
}

const isHolds = (value: unknown): value is Holds => value === 'yes' || value === 'no' || value === 'unknown';

/** An assertion about a verdict in its own words; null for any other. */
function verdictOf({ that, must }: Assertion, outcome: Outcome, shown: Shown): Judgement | null {
  if (that.of !== 'schema' && that.of !== 'signature' && that.of !== 'verdicts') return null;
  if (must.is !== 'equal' || !isHolds(must.to)) return null;
  const found = valueOf(that, outcome);
  const words = VERDICTS[that.of];
  const expected = words[must.to];
  if (!found.found || !isHolds(found.value)) {
    const why = found.found ? shown(found.value) : lower(found.why);
    return { holds: false, text: `${expected.demand}, but ${why}` };
  }
  if (found.value === must.to) return { holds: true, text: expected.statement };
  return { holds: false, text: `${expected.demand}, but ${words[found.value].instead}` };
}

/** @throws NoPattern */
function holds(must: Expectation, found: Found): boolean {
  if (must.is === 'absent') return !found.found;
  if (!found.found) return false;
  const { value } = found;
  switch (must.is) {
    case 'present':
      return true;
    case 'equal':
      return isDeepEqual(value, must.to);
    case 'different':
      return !isDeepEqual(value, must.from);
    case 'one-of':
      return must.values.some((one) => isDeepEqual(value, one));
    case 'containing':
      return contains(value, must.value);
    case 'every':
      return (
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((one: unknown) => must.must.every((all) => holds(all, { found: true, value: one })))
      );
    case 'matching':
      return typeof value === 'string' && isMatching(value, must.pattern);
    case 'like':
      return typeof value === 'string' && isLike(value, must.pattern);
    case 'at-most':
      return compare(value, must.value) <= 0;
    case 'at-least':
      return compare(value, must.value) >= 0;
    case 'of-form':
      return TESTS[must.form](value);
    case 'of-length':
      return lengthOf(value) === must.length;
  }
}

function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => isDeepEqual(one, wanted));
  return typeof value === 'string' && typeof wanted === 'string' && indexOf(value, wanted) >= 0;
}

/** Whether a text fits a pattern, in a time that grows with their lengths only. */
export function isLike(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const next = indexOf(text, piece, at);
    if (next < 0) return false;
    at = next + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Negative, zero or positive; not a number if the values cannot be compared. */
function compare(value: unknown, limit: number | string): number {
  const [a, b] = [numberOf(value), numberOf(limit)];
  if (a !== null && b !== null) return a - b;
  if (typeof value !== 'string' || typeof limit !== 'string') return Number.NaN;
  // Dates and times of ISO 8601 in the same zone are in the order of their characters.
  return isDate(value) && isDate(limit) ? (value < limit ? -1 : value > limit ? 1 : 0) : Number.NaN;
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\d/.test(text);

const TESTS: Readonly<Record<Form, (value: unknown) => boolean>> = {
  uuid: (value) => isText(value, /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i),
  date: (value) => isText(value, /^\d{4}-\d\d-\d\d$/),
  'date-time': (value) => isText(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/),
  amount: (value) => isText(value, /^-?\d+(?:\.\d+)?$/),
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value);
}

function lengthOf(value: unknown): number | null {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : null;
}

function lower(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}
