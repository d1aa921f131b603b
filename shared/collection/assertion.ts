/** Assertions about what a step has brought: data, no code. */
import { z } from 'zod';
import { Comparison, TooMuchToCompare } from './deep-equal.ts';
import { indexOf } from '../index-of.ts';
import { type Found, type Holds, nameOfSource, type Outcome, sourceSchema, valueOf } from './source.ts';

export const FORMS = [
  'uuid',
  'date',
  'date-time',
  'amount',
  'number',
  'text',
  'true-or-false',
  'list',
  'object',
] as const;
type Form = (typeof FORMS)[number];

const json = z.json();

const expectations = [
  z.strictObject({ is: z.literal('equal'), to: json }),
  z.strictObject({ is: z.literal('different'), from: json }),
  z.strictObject({ is: z.literal('one-of'), values: z.array(json).min(1) }),
  /** A text that contains the text, or a list that contains the value. */
  z.strictObject({ is: z.literal('containing'), value: json }),
  /** A text in which each `*` stands for any characters. */
  z.strictObject({ is: z.literal('like'), pattern: z.string() }),
  /** A number, or an amount or date as a text. */
  z.strictObject({ is: z.literal('at-most'), value: z.union([z.number(), z.string()]) }),
  z.strictObject({ is: z.literal('at-least'), value: z.union([z.number(), z.string()]) }),
  z.strictObject({ is: z.literal('of-form'), form: z.enum(FORMS) }),
  /** The number of members of a list, an object, or characters of a text. */
  z.strictObject({ is: z.literal('of-length'), length: z.int().min(0) }),
  z.strictObject({ is: z.literal('present') }),
  z.strictObject({ is: z.literal('absent') }),
] as const;

export const assertionSchema = z.strictObject({
  that: sourceSchema,
  must: z.discriminatedUnion('is', expectations),
});
export type Assertion = z.infer<typeof assertionSchema>;
type Expectation = Assertion['must'];

export interface Judgement {
  holds: boolean;
  /** One line: what was expected of what, and what was found if it differs. */
  text: string;
}

/** A value without what must not be seen. */
export type Masking = (value: unknown) => unknown;

/**
 * @param assertion with every variable filled in
 * @param mask applied to each value before its text is shortened, because a secret that is cut is not found any more
 */
export function judge(assertion: Assertion, outcome: Outcome, mask: Masking = asItIs): Judgement {
  const shown: Shown = (value) => shortened(mask(value));
  const verdict = verdictOf(assertion, outcome, shown);
  if (verdict !== null) return verdict;
  const found = valueOf(assertion.that, outcome);
  const name = nameOfSource(assertion.that);
  const expected = `${name} ${wordsOf(assertion.must, shown)}`;
  const fulfilled = holdsIfCompared(assertion.must, found);
  if (fulfilled === true) return { holds: true, text: expected };
  const but = fulfilled === null ? TOO_MUCH : found.found ? `was ${shown(found.value)}` : lower(found.why);
  return { holds: false, text: `${expected}, but ${but}` };
}

/** Values that one assertion looks at: many times those of a response that a bank really sends. Nothing has a turn meanwhile. */
const MOST_COMPARED = 2_000_000;
const TOO_MUCH = `there is too much to compare: more than ${MOST_COMPARED.toLocaleString('en')} values`;

/** @returns null if there is too much to compare */
function holdsIfCompared(must: Expectation, found: Found): boolean | null {
  try {
    return holds(must, found, new Comparison(MOST_COMPARED));
  } catch (error) {
    if (error instanceof TooMuchToCompare) return null;
    throw error;
  }
}

/** What is said of a verdict, and what it was instead. */
const VERDICTS = {
  schema: {
    yes: ['The body matches the schema', 'it does'],
    no: ['The body does not match the schema', 'it does not'],
    unknown: ['Whether the body matches the schema is unknown', 'that is unknown'],
  },
  signature: {
    yes: ["The bank's signature is valid", 'it is'],
    no: ["The bank's signature is not valid", 'it is not'],
    unknown: ["Whether the bank's signature is valid is unknown", 'that is unknown'],
  },
  verdicts: {
    yes: ['Every verdict passed', 'all did'],
    no: ['A verdict failed', 'one did'],
    unknown: ['A verdict cannot be checked', 'one cannot be checked'],
  },
} as const;

const isHolds = (value: unknown): value is Holds => value === 'yes' || value === 'no' || value === 'unknown';

/** An assertion about a verdict in its own words; null for any other. */
function verdictOf({ that, must }: Assertion, outcome: Outcome, shown: Shown): Judgement | null {
  if (that.of !== 'schema' && that.of !== 'signature' && that.of !== 'verdicts') return null;
  if (must.is !== 'equal' || !isHolds(must.to)) return null;
  const found = valueOf(that, outcome);
  const words = VERDICTS[that.of];
  const [expected] = words[must.to];
  if (!found.found || !isHolds(found.value)) {
    const why = found.found ? shown(found.value) : lower(found.why);
    return { holds: false, text: `${expected}, but ${why}` };
  }
  const same = found.value === must.to;
  return { holds: same, text: same ? expected : `${expected}, but ${words[found.value][1]}` };
}

/** @throws TooMuchToCompare */
function holds(must: Expectation, found: Found, comparison: Comparison): boolean {
  if (must.is === 'absent') return !found.found;
  if (!found.found) return false;
  const { value } = found;
  switch (must.is) {
    case 'present':
      return true;
    case 'equal':
      return comparison.isEqual(value, must.to);
    case 'different':
      return !comparison.isEqual(value, must.from);
    case 'one-of':
      return must.values.some((one) => comparison.isEqual(value, one));
    case 'containing':
      return contains(value, must.value, comparison);
    case 'like':
      return typeof value === 'string' && isLike(value, must.pattern);
    case 'at-most':
      return compare(value, must.value) <= 0;
    case 'at-least':
      return compare(value, must.value) >= 0;
    case 'of-form':
      return hasForm(value, must.form);
    case 'of-length':
      return lengthOf(value) === must.length;
  }
}

function contains(value: unknown, wanted: unknown, comparison: Comparison): boolean {
  if (Array.isArray(value)) return value.some((one) => comparison.isEqual(one, wanted));
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
  'true-or-false': (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value);
}

function hasForm(value: unknown, form: Form): boolean {
  return TESTS[form](value);
}

function lengthOf(value: unknown): number | null {
  if (typeof value === 'string') return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : null;
}

const FORM_WORDS: Readonly<Record<Form, string>> = {
  uuid: 'a UUID',
  date: 'a date',
  'date-time': 'a date-time',
  amount: 'an amount',
  number: 'a number',
  text: 'a text',
  'true-or-false': 'true or false',
  list: 'a list',
  object: 'an object',
};

function wordsOf(must: Expectation, shown: Shown): string {
  switch (must.is) {
    case 'equal':
      return `is ${shown(must.to)}`;
    case 'different':
      return `is not ${shown(must.from)}`;
    case 'one-of':
      return `is one of ${must.values.map((one) => shown(one)).join(', ')}`;
    case 'containing':
      return `contains ${shown(must.value)}`;
    case 'like':
      return `is like ${shown(must.pattern)}`;
    case 'at-most':
      return `is at most ${shown(must.value)}`;
    case 'at-least':
      return `is at least ${shown(must.value)}`;
    case 'of-form':
      return `is ${FORM_WORDS[must.form]}`;
    case 'of-length':
      return `has the length ${must.length}`;
    case 'present':
      return 'is present';
    case 'absent':
      return 'is absent';
  }
}

/** What an assertion expects, in the words of a result. */
export function expectationText({ that, must }: Assertion): string {
  return `${nameOfSource(that)} ${wordsOf(must, shortened)}`;
}

/** In a sentence: a long value is cut. */
const SHOWN = 120;

type Shown = (value: unknown) => string;

const asItIs: Masking = (value) => value;

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function lower(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, '');
}
