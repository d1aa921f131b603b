/** The repetitions of a step as the fields of forms, and back. */
import { texts } from '../texts/texts.ts';
import type { Reading } from './assertion-form.ts';
import { type Step } from './steps.ts';
import { VARIABLE_NAME } from './variable-name.ts';
import { MAX_PAUSE_MS, MAX_TURNS } from '../limits.ts';

const t = texts.tests.problems;

export type Until = NonNullable<Step['until']>;
export type Each = NonNullable<Step['each']>;

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
  in: 'variable' | 'file';
  /** The name of the variable or the file. */
  of: string;
  as: string;
}

export function fieldsOfEach({ in: source, as }: Each): EachFields {
  return 'file' in source ? { in: 'file', of: source.file, as } : { in: 'variable', of: source.variable, as };
}

export function readEach({ in: source, of, as }: EachFields): Reading<Each, 'of' | 'as'> {
  const from = of.trim();
  if (source === 'file' && from === '') return { ok: false, field: 'of', text: t.noFile };
  if (source === 'variable' && !VARIABLE_NAME.test(from))
    return { ok: false, field: 'of', text: t.noVariable };
  if (!VARIABLE_NAME.test(as.trim())) return { ok: false, field: 'as', text: t.noVariable };
  return { ok: true, value: { in: source === 'file' ? { file: from } : { variable: from }, as: as.trim() } };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}
