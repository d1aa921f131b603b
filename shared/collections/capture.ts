/** Captures: values of a response that later steps use as variables. */
import { z } from 'zod';
import { nameOfSource, type Outcome, sourceSchema, valueOf } from './source.ts';
import { VARIABLE_NAME } from './variable-name.ts';
import { texts } from '../texts/texts.ts';
import { fieldsOfSource, type Reading, readSource, type SourceFields } from './assertion-form.ts';

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

interface CaptureFields extends SourceFields {
  as: string;
  secret: boolean;
}

/** A capture as the fields of a form, and back. */
export function fieldsOfCapture({ as, from, secret = false }: Capture): CaptureFields {
  return { ...fieldsOfSource(from), as, secret };
}

export function readCapture({ as, secret, ...source }: CaptureFields): Reading<Capture, 'as' | 'where'> {
  const from = readSource(source);
  if (!VARIABLE_NAME.test(as.trim()))
    return { ok: false, field: 'as', text: texts.tests.problems.noVariable };
  if (!from.ok) return from;
  return { ok: true, value: { as: as.trim(), from: from.value, ...(secret ? { secret } : {}) } };
}
