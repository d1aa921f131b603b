/** Captures: values of a response that later steps use as variables. */
import { z } from 'zod';
import { nameOfSource, type Outcome, sourceSchema, valueOf } from './source.ts';
import { VARIABLE_NAME } from './variable-name.ts';

export const captureSchema = z.strictObject({
  /** The name of the variable. */
  as: z
    .string()
    .regex(VARIABLE_NAME, 'A name starts with a letter and has letters, digits, ".", "_" and "-".'),
  from: sourceSchema,
  /** Masked wherever something is shown, logged or reported. */
  secret: z.boolean().optional(),
});
export type Capture = z.infer<typeof captureSchema>;

export type Captured = { name: string; value: unknown; secret: boolean } | { name: string; missing: string };

/** Reads every capture. One whose value is not there says why; the others are not affected. */
export function captured(captures: readonly Capture[], outcome: Outcome): Captured[] {
  return captures.map(({ as: name, from, secret = false }) => {
    const found = valueOf(from, outcome);
    return found.found
      ? { name, value: found.value, secret }
      : { name, missing: `${nameOfSource(from)} cannot be kept as ${name}: ${found.why}` };
  });
}
