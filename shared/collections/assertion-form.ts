/** Assertions as the fields of a form, and back. A field may hold a text that is no assertion yet. */
import { texts } from '../texts/texts.ts';
import {
  type Assertion,
  type Comparison,
  type Expectation,
  expectationFor,
  FORMS,
  valueIn,
} from './assertion.ts';
import { type Source, sourceSchema } from './source.ts';
import { linesIn, readValue, textOf, writeValue } from './value-text.ts';

const t = texts.tests.problems;

export type SourceKind = Source['of'];

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
  const value = { that: that.value, must: fields.every ? { is: 'every' as const, must: [must] } : must };
  return { ok: true, value };
}

function valueText(of: SourceKind, must: Expectation): string {
  const write = (value: unknown) =>
    TEXTUAL.has(of) && typeof value === 'string' ? value : writeValue(value);
  switch (must.is) {
    case 'one-of':
      return must.values.map(write).join('\n');
    case 'every':
      return JSON.stringify(must.must);
    case 'equal':
    case 'different':
    case 'containing':
      return write(valueIn(must));
    default:
      return textOf(valueIn(must) ?? '');
  }
}

/** What to enter for a comparison that cannot be with any text. */
const NEEDED: Partial<Record<Comparison, string>> = {
  containing: t.noValue,
  'one-of': t.noValues,
  every: t.noMembers,
  like: t.noPattern,
  matching: t.noPattern,
  'at-most': t.noLimit,
  'at-least': t.noLimit,
  'of-length': t.noLength,
};

/** @returns what must hold, or what is wrong with the value */
function mustOf({ of, is, value }: AssertionFields): Expectation | string {
  if (comparesVerdict({ of, is }) && !isVerdictValue(value) && !value.includes('{{')) return t.noVerdict;
  const needed = NEEDED[is];
  if (value === '' && needed !== undefined) return needed;
  const must = expectationFor(is, typedValue({ of, is, value }));
  return typeof must === 'string' ? must || (needed ?? t.noValue) : must;
}

function typedValue({ of, is, value }: Pick<AssertionFields, 'is' | 'of' | 'value'>): unknown {
  const read = (text: string) => (TEXTUAL.has(of) ? text : readValue(text));
  switch (is) {
    case 'one-of':
      return linesIn(value).map(read);
    case 'like':
    case 'matching':
      return value;
    case 'of-form':
      return FORMS.find((one) => one === value) ?? 'text';
    case 'equal':
    case 'different':
    case 'containing':
      return read(value);
    default:
      return readValue(value);
  }
}
