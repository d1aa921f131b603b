/** Captures: values of a response that later steps use as variables. */
import { z } from 'zod';
import { type Found, nameOfSource, type Outcome, sourceSchema, valueOf } from './source.ts';
import { VARIABLE_NAME } from './variable-name.ts';
import { decoded } from '../requests/compose.ts';
import { texts } from '../texts/texts.ts';
import { fieldsOfSource, type Reading, readSource, type SourceFields } from './assertion-form.ts';

const pickSchema = z.union([
  /** Of a list. */
  z.literal('first'),
  /** Of the path of an address, decoded: 1 is the first, -1 the last. */
  z.strictObject({ segment: z.int().refine((number) => number !== 0, 'The first segment of a path is 1.') }),
]);
type Pick = z.infer<typeof pickSchema>;

export const captureSchema = z.strictObject({
  /** The name of the variable. */
  as: z
    .string()
    .regex(VARIABLE_NAME, 'A name starts with a letter and has letters, digits, ".", "_" and "-".'),
  from: sourceSchema,
  /** What of the value is kept; all of it if left out. */
  pick: pickSchema.optional(),
});
export type Capture = z.infer<typeof captureSchema>;

export type Captured = { name: string; value: unknown } | { name: string; missing: string };

/**
 * Reads every capture. One whose value is not there says why; the others are not affected.
 * @param captures with their variables filled in
 */
export function captured(captures: readonly Capture[], outcome: Outcome): Captured[] {
  return captures.map(({ as: name, from, pick }) => {
    const whole = valueOf(from, outcome);
    const found = whole.found && pick !== undefined ? picked(whole.value, pick) : whole;
    return found.found
      ? { name, value: found.value }
      : { name, missing: `${nameOfSource(from)} cannot be kept as ${name}: ${found.why}` };
  });
}

function picked(value: unknown, pick: Pick): Found {
  if (pick === 'first') {
    if (!Array.isArray(value)) return { found: false, why: 'It is not a list.' };
    const list: unknown[] = value;
    return list.length === 0 ? { found: false, why: 'The list is empty.' } : { found: true, value: list[0] };
  }
  if (typeof value !== 'string') return { found: false, why: 'It is not an address or a path.' };
  const path = URL.parse(value)?.pathname ?? value.split(/[#?]/, 1)[0] ?? '';
  const segments = path.split('/').filter((one) => one !== '');
  const { segment } = pick;
  const found = segments.at(segment < 0 ? segment : segment - 1);
  return found === undefined
    ? { found: false, why: `Its path has no segment ${segment}.` }
    : { found: true, value: decoded(found) };
}

interface CaptureFields extends SourceFields {
  as: string;
  pick: 'whole' | 'first' | 'segment';
  /** Of the path, as it is typed; unused by the others. */
  segment: string;
}

/** A capture as the fields of a form, and back. */
export function fieldsOfCapture({ as, from, pick }: Capture): CaptureFields {
  const isPart = typeof pick === 'object';
  return {
    ...fieldsOfSource(from),
    as,
    pick: isPart ? 'segment' : (pick ?? 'whole'),
    segment: isPart ? String(pick.segment) : '-1',
  };
}

export function readCapture(fields: CaptureFields): Reading<Capture, 'as' | 'segment' | 'where'> {
  const { as, pick, segment, ...source } = fields;
  const from = readSource(source);
  if (!VARIABLE_NAME.test(as.trim()))
    return { ok: false, field: 'as', text: texts.tests.problems.noVariable };
  if (!from.ok) return from;
  const capture = { as: as.trim(), from: from.value };
  if (pick === 'whole') return { ok: true, value: capture };
  const part = pick === 'first' ? pick : { segment: segment.trim() === '' ? 0 : Number(segment) };
  const read = pickSchema.safeParse(part);
  return read.success
    ? { ok: true, value: { ...capture, pick: read.data } }
    : { ok: false, field: 'segment', text: texts.tests.problems.noSegment };
}
