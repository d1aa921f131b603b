/** The repetitions of a step as the fields of forms, and back. */
import { texts } from '../texts/texts.ts';
import type { Reading } from './assertion-form.ts';
import type { Each, Step } from './steps.ts';
import { linesIn, readValue, writeValue } from './value-text.ts';
import { VARIABLE_NAME } from './variable-name.ts';
import { MAX_PAUSE_MS, MAX_TURNS } from '../limits.ts';

const t = texts.tests.problems;

export type Until = NonNullable<Step['until']>;

const CLOCK = '/control/clock';

export interface UntilFields {
  rounds: string;
  between: 'pause' | 'clock' | 'control';
  /** Milliseconds, or how far the clock is moved as an ISO 8601 duration. */
  amount: string;
}

export function fieldsOfUntil({ rounds, between }: Until): UntilFields {
  if ('pause' in between) return { rounds: String(rounds), between: 'pause', amount: String(between.pause) };
  const advance = advanceOf(between);
  return advance === null
    ? { rounds: String(rounds), between: 'control', amount: '' }
    : { rounds: String(rounds), between: 'clock', amount: advance };
}

/** @param before keeps its conditions, and a control call that the form does not show */
export function readUntil(
  { rounds, between, amount }: UntilFields,
  before: Until,
): Reading<Until, 'rounds' | 'amount'> {
  const count = wholeNumber(rounds);
  if (count === null || count < 1 || count > MAX_TURNS)
    return { ok: false, field: 'rounds', text: t.noRounds(MAX_TURNS) };
  const next = (what: Until['between']) => ({
    ok: true as const,
    value: { ...before, rounds: count, between: what },
  });
  if (between === 'control') return next(before.between);
  if (between === 'clock') {
    if (!/^P(?=[\dT])(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/.test(amount.trim()))
      return { ok: false, field: 'amount', text: t.noDuration };
    return next({ method: 'POST', path: CLOCK, json: { advance: amount.trim() } });
  }
  const pause = wholeNumber(amount);
  if (pause === null || pause > MAX_PAUSE_MS)
    return { ok: false, field: 'amount', text: t.noPause(MAX_PAUSE_MS) };
  return next({ pause });
}

function advanceOf({ method, path, json }: Exclude<Until['between'], { pause: number }>): string | null {
  if (method !== 'POST' || path !== CLOCK || typeof json !== 'object' || json === null) return null;
  const [[name, value] = [], ...more] = Object.entries(json);
  return name === 'advance' && typeof value === 'string' && more.length === 0 ? value : null;
}

export interface EachFields {
  /** `rows` stands in the file only: the form does not edit it. */
  in: 'variable' | 'values' | 'file' | 'rows';
  /** The name of a variable with a list, values, one a line, or the name of a file. */
  of: string;
  /** The variable that has one value; a file and rows name theirs. */
  as: string;
}

export function fieldsOfEach(each: Each): EachFields {
  if (typeof each === 'string') return { in: 'file', of: each, as: '' };
  if (Array.isArray(each)) return { in: 'rows', of: '', as: '' };
  const [[as, values] = ['', '']] = Object.entries(each);
  const [, name] = typeof values === 'string' ? (/^\{\{(.*)\}\}$/.exec(values) ?? []) : [];
  return Array.isArray(values)
    ? { in: 'values', of: values.map(writeValue).join('\n'), as }
    : { in: 'variable', of: name ?? '', as };
}

/** @param before keeps the rows that the form does not edit */
export function readEach({ in: source, of, as }: EachFields, before: Each): Reading<Each, 'of' | 'as'> {
  const from = of.trim();
  if (source === 'rows') return { ok: true, value: before };
  if (source === 'file')
    return from === '' ? { ok: false, field: 'of', text: t.noFile } : { ok: true, value: from };
  if (!VARIABLE_NAME.test(as.trim())) return { ok: false, field: 'as', text: t.noVariable };
  if (source === 'values') {
    const values = linesIn(of);
    if (values.length === 0) return { ok: false, field: 'of', text: t.noValues };
    return { ok: true, value: { [as.trim()]: values.map(readValue) } };
  }
  if (!VARIABLE_NAME.test(from)) return { ok: false, field: 'of', text: t.noVariable };
  return { ok: true, value: { [as.trim()]: `{{${from}}}` } };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
