/** The address of a foreign request in its parts, with what is known of the variables in it. */
import { MAX_BASE_URL_CHARS } from '../limits.ts';
import { isLoopback } from '../requests/loopback.ts';
import { interchange as t } from '../texts/interchange.ts';
import type { ForeignRequest, Pair } from './foreign.ts';

/** The value of a variable: empty if it is not known, null if only a run knows it, because a response gives it. */
export type Values = (name: string) => string | null;

/** A part of a path, between slashes, percent-encoded. */
interface Part {
  /** As a request line has it, with variables in braces. */
  written: string;
  /** With the values that are known. */
  known: string;
}

export interface Address {
  /** Such as `https://bank.example:8443`, with variables that have no value; null if the address begins with its path. */
  origin: string | null;
  parts: readonly Part[];
  /** How many parts come from variables, before the first text of the path. */
  base: number;
  /** With its origin, as a request line can have it; null if it would begin with several variables. */
  whole: string | null;
  /** From a variable on that has no value and stands where the path begins, such as a link that an earlier response had. */
  link: string | null;
  /** Whether it is a variable without a value, and nothing else. */
  isAlone: boolean;
  /** With its question mark; may be empty. */
  query: string;
}

/**
 * @param note called with a sentence about each change
 * @returns a sentence about why the request has no address instead
 */
export function addressOf(
  { url, params = [], query = [] }: Pick<ForeignRequest, 'params' | 'query' | 'url'>,
  values: Values,
  note: (sentence: string) => void,
): Address | string {
  const text = new Filled(url.trim(), values);
  const { whole, lead } = text;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(whole)?.[1]?.toLowerCase();
  if (scheme !== undefined && !/^https?$/.test(scheme) && !isHostWithPort(whole))
    return t.scheme(`${scheme}:`);
  if (whole === '') return t.noAddress;
  const isKept = lead !== null && lead.value === null;
  const start = isKept || /^\/(?!\/)/.test(whole) ? '' : originIn(whole);
  if (start.includes('@')) note(t.credentials);
  const origin = start === '' ? null : normal(start.replace(/^((?:[a-z]+:)?\/\/|)[^/]*@/i, '$1'));
  const end = whole.slice(start.length).search(/[?#]|$/) + start.length;
  const [, first = ''] = isKept || origin !== null ? (LINK.exec(whole.slice(start.length)) ?? []) : [];
  let from = start.length + first.length;
  const link = first === '' ? null : first + encodedPath(text.written(from, end), params);
  while (whole[from] === '/') from++;
  const isKnownLater = first !== '' && values(nameIn(first)) === null;
  const split = (path: string) => path.split('/').map((part) => segment(part, params));
  const known = split(whole.slice(from, end));
  const parts = split(text.written(from, end)).map((written, at) => ({ written, known: known[at] ?? '' }));
  if (first !== '') parts.unshift({ written: encoded(first), known: encodeURIComponent(first) });
  const literal = text.spans.find(({ name, to }) => name === null && to > from)?.from ?? from;
  const isLead = lead !== null && lead.to >= start.length && /^(?:\{\{|https?:\/\/)/i.test(lead.text);
  const path = parts.map(({ written }) => written).join('/');
  return {
    origin,
    parts: isKnownLater ? [] : parts,
    base: literal > from ? whole.slice(from, literal + 1).split('/').length - 1 : 0,
    whole:
      isLead && !start.includes('@')
        ? lead.source + encodedPath(text.written(lead.to, end), params)
        : origin === null || /[{}]/.test(origin)
          ? null
          : `${origin}/${path}`,
    link,
    isAlone: link === null && origin === whole && /^\{\{[^{}]+\}\}$/.test(whole),
    query: queryOf(text.rest(end), query, note),
  };
}

/** A variable in a text. */
const VARIABLE = /(\{\{[^{}]+\}\})/;
const ONE = String.raw`\{\{[^{}]+\}\}`;
/** A variable belongs to the host if a dot, a colon or a hyphen joins it. */
const HOST = String.raw`(?:[^/?#{]|\{(?!\{)|(?<=[./:-])${ONE}|(?<![./:-])${ONE}(?=[.:-]))*`;
/** Scheme and host, a variable for both, or a host alone. */
const ORIGINS = [`(?:(?:https?:)?//|${ONE}://)${HOST}`, `${ONE}(?:(?=[.:-])${HOST})?`, HOST].map(
  (one) => new RegExp(`^${one}`, 'i'),
);
const LINK = new RegExp(`^(${ONE})`);

const nameIn = (variable: string) => variable.slice(2, -2);

function originIn(whole: string): string {
  for (const one of ORIGINS) {
    const [start = ''] = one.exec(whole) ?? [];
    if (start !== '') return start;
  }
  return '';
}

/** `localhost:8080/path` begins like a scheme. */
const isHostWithPort = (text: string) => /^[^/:]+:(?:\d+|\{\{[^{}]+\}\})(?:[/?#]|$)/.test(text);

const NO_SCHEME = new RegExp(`^(?:${ONE}:)?//`);

/** As a base URL begins. The workbench sends plain HTTP to this machine only. */
function normal(start: string): string {
  const text = start.replace(NO_SCHEME, 'https://');
  const whole = /^[a-z]+:\/\/|^\{\{/i.test(text) ? text : `https://${text}`;
  if (/[{}]/.test(whole)) return whole;
  const url = URL.parse(whole);
  return url !== null && isLoopback(url) ? url.origin : (url?.origin ?? whole).replace(/^http:/, 'https:');
}

interface Span {
  /** Of a variable; null for a text. */
  name: string | null;
  source: string;
  /** With the value that is known; null for one that only a run knows. */
  value: string | null;
  /** Where it stands in the whole text. */
  text: string;
  from: number;
  to: number;
}

/** Variables in values are filled in this deep. */
const DEEPEST = 5;

/** A text with the known values of its variables. */
class Filled {
  readonly spans: readonly Span[];
  readonly whole: string;

  constructor(source: string, values: Values) {
    const spans: Span[] = [];
    const pieces = source.split(VARIABLE);
    for (const [at, piece] of pieces.entries()) {
      if (piece === '') continue;
      const name = at % 2 === 1 ? nameIn(piece) : null;
      const value = name === null ? piece : values(name);
      const filled = name === null || value === null ? piece : filledIn(piece, values);
      // `{{base}}/v1` with a base that ends with a slash.
      const text =
        name !== null && (pieces[at + 1] ?? '').startsWith('/') ? filled.replace(/\/$/, '') : filled;
      const from = spans.at(-1)?.to ?? 0;
      spans.push({ name, source: piece, value, text, from, to: from + text.length });
    }
    this.spans = spans;
    this.whole = spans.map(({ text }) => text).join('');
  }

  /** The variable that it begins with, or null. */
  get lead(): Span | null {
    const [first = null] = this.spans;
    return first?.name === null ? null : first;
  }

  /** A range of the path: with variables, but for those whose values are more than a part of it. */
  written(from: number, to: number): string {
    return this.range(from, to, (span) => span.from >= from && span.to <= to && !/[/?#]/.test(span.text));
  }

  /** What follows a place: with its variables. */
  rest(from: number): string {
    return this.range(from, this.whole.length, (span) => span.from >= from);
  }

  private range(from: number, to: number, isKept: (span: Span) => boolean): string {
    return this.spans
      .filter((span) => span.to > from && span.from < to)
      .map((span) =>
        span.name !== null && isKept(span)
          ? span.source
          : this.whole.slice(Math.max(from, span.from), Math.min(to, span.to)),
      )
      .join('');
  }
}

/** A variable with the values that are known; itself where they would grow beyond any address. */
function filledIn(variable: string, values: Values): string {
  let text = variable;
  for (let depth = 0; depth < DEEPEST; depth++) {
    text = text.replaceAll(/\{\{[^{}]+\}\}/g, (one) => {
      const value = values(nameIn(one)) ?? '';
      return value === '' || value.length > MAX_BASE_URL_CHARS ? one : value;
    });
    if (text.length > MAX_BASE_URL_CHARS) return variable;
  }
  return text;
}

function queryOf(rest: string, query: readonly Pair[], note: (sentence: string) => void): string {
  const [search = '', ...fragment] = rest.split('#');
  if (fragment.length > 0) note(t.fragment);
  const all = [
    search.slice(1),
    ...on(query, note).map(({ name, value }) => `${encoded(name)}=${encoded(value)}`),
  ]
    .filter((part) => part !== '')
    .map(tidyQuery);
  return all.length === 0 ? '' : `?${all.join('&')}`;
}

/** What follows a variable. */
function encodedPath(text: string, params: readonly Pair[]): string {
  return text
    .split('/')
    .map((part) => segment(part, params))
    .join('/');
}

/** A segment with its parameters, percent-encoded. */
function segment(text: string, params: readonly Pair[]): string {
  const name = /^:([A-Za-z_][\w-]*)$/.exec(text)?.[1] ?? /^\{([^{}]+)\}$/.exec(text)?.[1];
  if (name === undefined) return encoded(text, true);
  const value = params.find((param) => param.name === name)?.value ?? '';
  return encoded(value === '' ? `{{${name.replaceAll(/[^\w.-]/g, '_')}}}` : value);
}

/** @param kept whether what is percent-encoded already stays as it is */
function encoded(text: string, kept = false): string {
  return text
    .split(VARIABLE)
    .map((part) =>
      kept && !part.startsWith('{{')
        ? part
            .split(/(%[\da-f]{2})/i)
            .map(plain)
            .join('')
        : encodeURIComponent(part.toWellFormed()),
    )
    .join('');
}

/** What may stand in a segment without being encoded. */
function plain(part: string): string {
  if (/^%[\da-f]{2}$/i.test(part)) return part;
  return part.toWellFormed().replaceAll(/[^\w.~!$&'()*+,;=:@-]+/gu, (text) => encodeURIComponent(text));
}

function tidyQuery(query: string): string {
  return query
    .split(VARIABLE)
    .map((part) =>
      part.startsWith('{{')
        ? encodeURIComponent(part)
        : part
            .toWellFormed()
            .replaceAll(/[^\w.~!$&'()*+,;=:@/?%[\]-]+/gu, (text) => encodeURIComponent(text)),
    )
    .join('');
}

/** Those that are switched on. */
export function on<T extends Pair>(pairs: readonly T[], note: (sentence: string) => void): readonly T[] {
  for (const { name, off } of pairs) if (off === true) note(t.off(name));
  return pairs.filter(({ name, value, off }) => off !== true && (name !== '' || value !== ''));
}
