/** Assertions about what a step has brought: data, no code. */
import { z } from 'zod';
import { IN_TEXT } from '../placeholders.ts';
import { compilePattern } from './linear-pattern.ts';
import { MAX_STEP_ASSERTIONS } from '../limits.ts';
import { jsonValueSchema } from '../schema-tools.ts';
import { sourceSchema } from './source.ts';
import type { JsonValue } from './value-text.ts';

export const FORMS = [
  'uuid',
  'date',
  'date-time',
  'amount',
  'number',
  'text',
  'boolean',
  'list',
  'object',
] as const;
export type Form = (typeof FORMS)[number];

const json = jsonValueSchema;

const pattern = z.string().superRefine((text, issues) => {
  const compiled = compilePattern(text.replaceAll(IN_TEXT, 'x'));
  if (typeof compiled === 'string') issues.addIssue(compiled);
});

/** A number, an amount, a date or a variable: anything else could not be compared. */
const limit = z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\d|\{\{/)]);

const ofOneValue = [
  z.strictObject({ is: z.literal('equal'), to: json }),
  z.strictObject({ is: z.literal('different'), from: json }),
  z.strictObject({ is: z.literal('one-of'), values: z.array(json).min(1) }),
  /** A text that contains the text, or a list that contains the value. */
  z.strictObject({ is: z.literal('containing'), value: json }),
  /** A text in which each `*` stands for any characters. */
  z.strictObject({ is: z.literal('like'), pattern: z.string() }),
  /** A text in which a regular expression fits somewhere. */
  z.strictObject({ is: z.literal('matching'), pattern }),
  z.strictObject({ is: z.literal('at-most'), value: limit }),
  z.strictObject({ is: z.literal('at-least'), value: limit }),
  z.strictObject({ is: z.literal('of-form'), form: z.enum(FORMS) }),
  /** The number of members of a list, an object, or characters of a text. */
  z.strictObject({ is: z.literal('of-length'), length: z.int().min(0) }),
  z.strictObject({ is: z.literal('present') }),
  z.strictObject({ is: z.literal('absent') }),
] as const;

type OfOneValue = z.infer<(typeof ofOneValue)[number]>;
export type Expectation = OfOneValue | { is: 'every'; must: Expectation[] };

export const expectationSchema: z.ZodType<Expectation> = z.discriminatedUnion('is', [
  ...ofOneValue,
  /** A list of at least one member, of which each fulfils all of these. */
  z.strictObject({
    is: z.literal('every'),
    get must() {
      return z.array(expectationSchema).min(1).max(MAX_STEP_ASSERTIONS);
    },
  }),
]);

export const assertionSchema = z.strictObject({ that: sourceSchema, must: expectationSchema });
export type Assertion = z.infer<typeof assertionSchema>;

export type Comparison = Expectation['is'];

/** What a comparison is in the map of a flow file, and the member of the model that has its value; null for a word. */
export const COMPARISONS: Readonly<Record<Comparison, { key: string; member: string } | null>> = {
  equal: { key: 'equals', member: 'to' },
  different: { key: 'not', member: 'from' },
  'one-of': { key: 'any', member: 'values' },
  containing: { key: 'contains', member: 'value' },
  like: { key: 'like', member: 'pattern' },
  matching: { key: 'matches', member: 'pattern' },
  'at-least': { key: 'min', member: 'value' },
  'at-most': { key: 'max', member: 'value' },
  'of-length': { key: 'length', member: 'length' },
  'of-form': { key: 'form', member: 'form' },
  every: { key: 'every', member: 'must' },
  present: null,
  absent: null,
};

/** What an expectation compares with; undefined for a word. */
export function valueIn(must: Exclude<Expectation, { is: 'every' }>): JsonValue | undefined {
  const { is: _, ...value } = must;
  return Object.values(value)[0];
}

/** @returns the expectation that compares with a value, or what is wrong with it; empty if it is just of another kind */
export function expectationFor(is: Comparison, value: unknown): Expectation | string {
  const comparison = COMPARISONS[is];
  const read = expectationSchema.safeParse({ is, ...(comparison && { [comparison.member]: value }) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return issue?.code === 'custom' ? issue.message : '';
}
