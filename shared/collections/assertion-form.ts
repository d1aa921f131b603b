/** Assertions as the fields of a form, and back. A field may hold a text that is no assertion yet. */
import { texts } from '../texts/texts.ts';
import { z } from 'zod';
import { type Assertion, assertionSchema, type Expectation, expectationSchema, FORMS } from './assertion.ts';
import { type Source, sourceSchema } from './source.ts';
import { readValue, writeValue } from './value-text.ts';

const t = texts.tests.problems;

export type SourceKind = Source['of'];
export type Comparison = Expectation['is'];

export interface SourceFields {
  of: SourceKind;
  /** The name of a header, link or parameter, or the JSONPath of a value of the body; unused by the others. */
  where: string;
}

export interface AssertionFields extends SourceFields {
  is: Comparison;
  /** Of a list: what each member must fulfil. */
  every: boolean;
  /** As it is typed; for `one-of` one value a line, for `every` in `every` JSON. */
  value: string;
}

/** What a form says: the value, or which field is wrong and why. */
export type Reading<T, F extends string = string> =
  | { ok: true; value: T }
  | { ok: false; field: F; text: string };

/** What `where` is; null for a source that needs nothing. */
export function whereOf(of: SourceKind): 'name' | 'path' | null {
  if (of === 'body') return 'path';
  return of === 'header' || of === 'link' || of === 'redirect' ? 'name' : null;
}

/** What is typed as the value of a comparison. */
export function valueOfComparison(is: Comparison): 'none' | 'one' | 'lines' | 'form' | 'number' {
  switch (is) {
    case 'present':
    case 'absent':
      return 'none';
    case 'one-of':
      return 'lines';
    case 'of-form':
      return 'form';
    case 'of-length':
      return 'number';
    default:
      return 'one';
  }
}

/** What the workbench says of each verdict. */
export const VERDICT_VALUES = ['yes', 'no', 'unknown'] as const;
const OF_VERDICTS: ReadonlySet<SourceKind> = new Set(['schema', 'signature', 'verdicts']);

/** Whether the value of a comparison is one of the few that a verdict can have. */
export function comparesVerdict({ of, is }: Pick<AssertionFields, 'of' | 'is'>): boolean {
  return OF_VERDICTS.has(of) && (is === 'equal' || is === 'different');
}

/** What an assertion says after another source is chosen: what it said, if that can still be meant. */
export function withSource(fields: AssertionFields, source: Partial<SourceFields>): Partial<AssertionFields> {
  const { of } = source;
  if (of === undefined || of === fields.of) return source;
  // Only the body has lists.
  const change = { ...source, every: false };
  if (OF_VERDICTS.has(of))
    return { ...change, is: 'equal', value: isVerdictValue(fields.value) ? fields.value : 'yes' };
  if (OF_VERDICTS.has(fields.of)) return { ...change, is: 'present', value: '' };
  return change;
}

const isVerdictValue = (value: string) => VERDICT_VALUES.some((one) => one === value);

/** Sources whose value is always a text: what is typed for them is never read as a number. */
const TEXTUAL: ReadonlySet<SourceKind> = new Set([
  'header',
  'text',
  'error-code',
  'link',
  'redirect',
  'schema',
  'signature',
  'verdicts',
]);

export function fieldsOfSource(source: Source): SourceFields {
  const { of } = source;
  return { of, where: 'path' in source ? source.path : 'name' in source ? source.name : '' };
}

export function readSource({ of, where }: SourceFields): Reading<Source, 'where'> {
  const kind = whereOf(of);
  if (kind !== null && where.trim() === '')
    return { ok: false, field: 'where', text: kind === 'path' ? t.noPath : t.noName };
  const read = sourceSchema.safeParse(kind === null ? { of } : { of, [kind]: where.trim() });
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, field: 'where', text: read.error.issues[0]?.message ?? t.noPath };
}

export function fieldsOf({ that, must }: Assertion): AssertionFields {
  const [only] = must.is === 'every' && must.must.length === 1 ? must.must : [];
  const one = only ?? must;
  return {
    ...fieldsOfSource(that),
    every: only !== undefined,
    is: one.is,
    value: valueText(that.of, one),
  };
}

export function readAssertion(fields: AssertionFields): Reading<Assertion, 'where' | 'value'> {
  const that = readSource(fields);
  if (!that.ok) return that;
  const must = mustOf(fields);
  if (typeof must === 'string') return { ok: false, field: 'value', text: must };
  const read = assertionSchema.safeParse({
    that: that.value,
    must: fields.every ? { is: 'every', must: [must] } : must,
  });
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, field: 'value', text: read.error.issues[0]?.message ?? t.noValue };
}

function valueText(of: SourceKind, must: Expectation): string {
  const write = (value: unknown) =>
    TEXTUAL.has(of) && typeof value === 'string' ? value : writeValue(value);
  switch (must.is) {
    case 'equal':
      return write(must.to);
    case 'different':
      return write(must.from);
    case 'containing':
      return write(must.value);
    case 'one-of':
      return must.values.map(write).join('\n');
    case 'every':
      return JSON.stringify(must.must);
    case 'like':
    case 'matching':
      return must.pattern;
    case 'at-most':
    case 'at-least':
      return String(must.value);
    case 'of-form':
      return must.form;
    case 'of-length':
      return String(must.length);
    case 'present':
    case 'absent':
      return '';
  }
}

/** @returns what must hold, or what is wrong with the value */
function mustOf({ of, is, value }: AssertionFields): Expectation | string {
  const read = (text: string) => (TEXTUAL.has(of) ? text : readValue(text));
  if (comparesVerdict({ of, is }) && !isVerdictValue(value) && !value.includes('{{')) return t.noVerdict;
  switch (is) {
    case 'equal':
      return { is, to: read(value) };
    case 'different':
      return { is, from: read(value) };
    case 'containing':
      return value === '' ? t.noValue : { is, value: read(value) };
    case 'one-of': {
      const lines = value.split('\n').filter((line) => line.trim() !== '');
      return lines.length === 0 ? t.noValues : { is, values: lines.map(read) };
    }
    case 'every': {
      const members = z.array(expectationSchema).min(1).safeParse(readValue(value));
      return members.success ? { is, must: members.data } : t.noMembers;
    }
    case 'like':
    case 'matching':
      return value === '' ? t.noPattern : { is, pattern: value };
    case 'at-most':
    case 'at-least': {
      const limit = readValue(value);
      return isLimit(limit) ? { is, value: limit } : t.noLimit;
    }
    case 'of-form': {
      const form = FORMS.find((one) => one === value);
      return { is, form: form ?? 'text' };
    }
    case 'of-length':
      return /^\d{1,9}$/.test(value.trim()) ? { is, length: Number(value) } : t.noLength;
    case 'present':
    case 'absent':
      return { is };
  }
}

/** A number, an amount, a date or a variable: anything else could not be compared. */
function isLimit(limit: unknown): limit is number | string {
  if (typeof limit === 'number') return true;
  return (
    typeof limit === 'string' && (/^-?\d+(?:\.\d+)?$|^\d{4}-\d\d-\d\d/.test(limit) || limit.includes('{{'))
  );
}
