/** Assertions about what a step has brought: data, no code. */
import { z } from 'zod';
import { jsonValueSchema } from '../schema-tools.ts';
import { sourceSchema } from './source.ts';

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
export type Form = (typeof FORMS)[number];

const json = jsonValueSchema;

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
export type Expectation = Assertion['must'];
