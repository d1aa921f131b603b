/** Sources and expectations as a flow file writes them, and back. */
import {
  type Assertion,
  type Comparison,
  COMPARISONS,
  type Expectation,
  expectationFor,
  FORMS,
  valueIn,
} from './assertion.ts';
import type { Capture } from './capture.ts';
import { type Source, sourceSchema } from './source.ts';
import { type JsonValue, textOf } from './value-text.ts';
import { flowMistakes as t } from '../texts/flow-mistakes.ts';
import { nearest } from '../names.ts';
import { isRecord, ownValue } from '../own-value.ts';

/** What a flow file says wrongly: where, and what to write. */
export interface Mistake {
  /** Keys and indexes that lead to the place. */
  path: readonly (string | number)[];
  text: string;
  /** Of the key if it is the key that is wrong. */
  at?: 'key';
  /** Whether it may well be right. */
  isNote?: true;
}

/** A value, or what is wrong with the text. */
export type Read<T> = { ok: true; value: T } | { ok: false; mistake: Mistake };

export const read = <T>(value: T): Read<T> => ({ ok: true, value });
export const wrong = (path: Mistake['path'], text: string, at?: 'key') =>
  ({ ok: false, mistake: { path, text, ...(at === undefined ? {} : { at }) } }) as const;

/** A mistake of a part, as one of what it is in. */
export const wrongInside = (path: Mistake['path'], { mistake }: { mistake: Mistake }) =>
  wrong([...path, ...mistake.path], mistake.text, mistake.at);

/** Sources by their word in the file; the others have a name after it or are a JSONPath. */
const PLAIN = {
  status: 'status',
  time: 'time',
  code: 'error-code',
  signature: 'signature',
  schema: 'schema',
  verdicts: 'verdicts',
  text: 'text',
} as const;
const NAMED = ['header', 'link', 'redirect'] as const;

const SOURCE_WORDS = [...Object.keys(PLAIN), ...NAMED];

/** Reads `status`, `header X-Request-ID`, `link status`, `$.accounts[0].bban` and the other sources. */
export function sourceOf(text: string): Source | string {
  const plain = Object.entries(PLAIN).find(([word]) => word === text)?.[1];
  if (plain !== undefined) return { of: plain };
  if (text.startsWith('$')) {
    const path = sourceSchema.safeParse({ of: 'body', path: text });
    return path.success ? path.data : (path.error.issues[0]?.message ?? t.source(text));
  }
  const [, word, name] = /^([a-z]+) +(\S.*)$/.exec(text) ?? [];
  if (name !== undefined && / (?:first|segment)\b/.test(name)) return t.pipe(text);
  const named = NAMED.find((one) => one === word);
  if (named !== undefined && name !== undefined) return { of: named, name };
  if (NAMED.some((one) => one === text)) return t.sourceName(text);
  const near = nearest(word ?? text, SOURCE_WORDS);
  if (near !== null) return t.didYouMean(text, text.replace(word ?? text, near));
  const path = /^(?:body\.?|\.)(.*)$/.exec(text)?.[1];
  return path === undefined ? t.source(text) : t.didYouMean(text, `$.${path}`);
}

export function sourceText(source: Source): string {
  if (source.of === 'body') return source.path;
  if ('name' in source) return `${source.of} ${source.name}`;
  return source.of === 'error-code' ? 'code' : source.of;
}

/** Reads the source of a captured value with what it takes of it: `link status | segment -1`. */
export function captureOf(as: string, text: string): Capture | string {
  const at = text.lastIndexOf(' | ');
  const [pick, segment] = at < 0 ? [] : (/^ *(?:first|segment (-?\d{1,3}))$/.exec(text.slice(at + 3)) ?? []);
  const from = sourceOf(pick === undefined ? text : text.slice(0, at).trimEnd());
  if (typeof from === 'string') return from;
  if (pick === undefined) return { as, from };
  if (segment === '0') return t.segmentZero;
  return { as, from, pick: segment === undefined ? 'first' : { segment: Number(segment) } };
}

export function captureText({ from, pick }: Capture): string {
  const source = sourceText(from);
  if (pick === undefined) return source;
  return pick === 'first' ? `${source} | first` : `${source} | segment ${pick.segment}`;
}

/** What a verdict is in a file and in the model. */
const VERDICTS = { valid: 'yes', invalid: 'no', unknown: 'unknown' } as const;
const FROM_FILE: ReadonlyMap<JsonValue, string> = new Map(Object.entries(VERDICTS));
const TO_FILE: ReadonlyMap<JsonValue, string> = new Map(
  Object.entries(VERDICTS).map(([word, own]) => [own, word]),
);
const isVerdict = ({ of }: Source) => of === 'signature' || of === 'schema' || of === 'verdicts';

/** The value of a comparison, in which verdicts have their other names. */
function translated(
  source: Source,
  is: Comparison,
  value: JsonValue,
  names: ReadonlyMap<JsonValue, string>,
): JsonValue {
  if (!isVerdict(source)) return value;
  const named = (one: JsonValue) => names.get(one) ?? one;
  if (is === 'one-of' && Array.isArray(value)) return value.map(named);
  return is === 'equal' || is === 'different' ? named(value) : value;
}

/** Comparisons by their key in a map. */
const BY_KEY = new Map(
  (Object.keys(COMPARISONS) as Comparison[]).flatMap((is) => {
    const { key } = COMPARISONS[is] ?? {};
    return key === undefined ? [] : [[key, is] as const];
  }),
);

/** Reads what is expected of a source; a map must hold as a whole, so it may be several expectations. */
export function expectationsOf(source: Source, raw: JsonValue): Read<Expectation[]> {
  if (raw === 'present' || raw === 'absent') return read([{ is: raw }]);
  if (!isRecord(raw)) {
    const never = neverHolds(source, raw);
    return never === null
      ? read([{ is: 'equal', to: translated(source, 'equal', raw, FROM_FILE) }])
      : wrong([], never);
  }
  const found: Expectation[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const one = expectationOf(source, key, value);
    if (!one.ok) return one;
    found.push(...one.value);
  }
  return found.length === 0 ? wrong([], t.emptyExpectation) : read(found);
}

/** Why a source can never have a value; null if it can. */
function neverHolds(source: Source, value: JsonValue): string | null {
  if (typeof value === 'string' && value.includes('{{')) return null;
  if (source.of === 'status' || source.of === 'time') {
    if (typeof value !== 'number') return t.isNumber(source.of, textOf(value));
    return source.of === 'status' && (value < 100 || value > 599) ? t.noStatus(value) : null;
  }
  if (isVerdict(source)) return Object.hasOwn(VERDICTS, textOf(value)) ? null : t.noVerdict(source.of);
  return source.of === 'error-code' && typeof value !== 'string' ? t.noCode(textOf(value)) : null;
}

/** What the value of a key must be. */
const WANTED: Readonly<Record<string, (key: string) => string>> = {
  any: t.mustBeList,
  like: t.mustBeText,
  matches: t.mustBeText,
  min: t.mustBeLimit,
  max: t.mustBeLimit,
  length: t.mustBeLength,
  form: (key) => t.mustBeOneOf(key, FORMS),
};

function expectationOf(source: Source, key: string, value: JsonValue): Read<Expectation[]> {
  const is = BY_KEY.get(key);
  if (is === undefined) {
    const known = [...BY_KEY.keys()];
    const near = nearest(key, known);
    return wrong([key], near === null ? t.expectationMap(key, known) : t.didYouMean(key, near), 'key');
  }
  if (is === 'every') {
    if (FORMS.some((one) => one === value)) return wrong([key], t.everyForm(textOf(value)));
    const inner = expectationsOf(source, value);
    return inner.ok ? read([{ is, must: inner.value }]) : wrongInside([key], inner);
  }
  if (is === 'containing' && Array.isArray(value)) return read(value.map((one) => ({ is, value: one })));
  const must = expectationFor(is, translated(source, is, value, FROM_FILE));
  return typeof must === 'string'
    ? wrong([key], must || (ownValue(WANTED, key) ?? t.mustBeText)(key))
    : read([must]);
}

/** The shortest form of expectations about one source. @returns a sentence if a file cannot say them together */
export function expectationText(source: Source, must: readonly Expectation[]): { value: JsonValue } | string {
  const [first, ...more] = must;
  if (first !== undefined && more.length === 0) {
    if (first.is === 'present' || first.is === 'absent') return { value: first.is };
    if (first.is === 'equal' && isPlainValue(first.to)) {
      const value = translated(source, 'equal', first.to, TO_FILE);
      if (value !== 'present' && value !== 'absent') return { value };
    }
  }
  const map: Record<string, JsonValue> = {};
  const contained: JsonValue[] = [];
  for (const one of must) {
    if (one.is === 'containing') {
      contained.push(one.value);
      map['contains'] = contained.length === 1 && !Array.isArray(one.value) ? one.value : contained;
      continue;
    }
    const key = COMPARISONS[one.is]?.key;
    if (key === undefined) return t.together(sourceText(source), one.is);
    if (Object.hasOwn(map, key)) return t.twice(sourceText(source), key);
    const inner = one.is === 'every' ? expectationText(source, one.must) : { value: valueIn(one) ?? null };
    if (typeof inner === 'string') return inner;
    map[key] = translated(source, one.is, inner.value, TO_FILE);
  }
  return { value: map };
}

const isPlainValue = (value: JsonValue) => !isRecord(value);

/** Reads an `expect`: a status, or expectations by their sources. */
export function assertionsOf(raw: number | Readonly<Record<string, JsonValue>>): Read<Assertion[]> {
  if (typeof raw === 'number') return read([{ that: { of: 'status' }, must: { is: 'equal', to: raw } }]);
  const found: Assertion[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const that = sourceOf(key);
    if (typeof that === 'string') return wrong([key], that, 'key');
    const must = expectationsOf(that, value);
    if (!must.ok) return wrongInside([key], must);
    found.push(...must.value.map((one) => ({ that, must: one })));
  }
  return read(found);
}

/** @returns an `expect`, or a sentence if a file cannot say it */
export function assertionsText(
  assertions: readonly Assertion[],
): number | Record<string, JsonValue> | string {
  const by = new Map<string, { that: Source; must: Expectation[] }>();
  for (const { that, must } of assertions) {
    const key = sourceText(that);
    const there = by.get(key) ?? { that, must: [] };
    there.must.push(must);
    by.set(key, there);
  }
  const map: Record<string, JsonValue> = {};
  for (const [key, { that, must }] of by) {
    const text = expectationText(that, must);
    if (typeof text === 'string') return text;
    map[key] = text.value;
  }
  const { status, ...others } = map;
  return typeof status === 'number' && Object.keys(others).length === 0 ? status : map;
}
