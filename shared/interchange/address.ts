/** The address of a foreign request as the path and query that the workbench sends to the base URL of an environment. */
import { operationAt } from '../requests/http.ts';
import { interchange as t } from '../texts/interchange.ts';
import { withoutLast } from '../linear-text.ts';
import type { ForeignRequest, Pair } from './foreign.ts';

export interface Address {
  /** Scheme and host, or the variable that stands for them; null if the address begins with its path. */
  origin: string | null;
  /** Of the base URL, and not of the interface; may be empty. */
  prefix: string;
  /** Path and query, percent-encoded, but for variables. */
  path: string;
}

/** A variable in a path. */
const VARIABLE = /(\{\{[^{}]+\}\})/;

/**
 * @param base the value of a variable that stands for the beginning of an address; empty if it is not known
 * @param note called with a sentence about each change
 * @returns the address, or a sentence about why it has no path
 */
export function addressOf(
  { method, url, params = [], query = [] }: ForeignRequest,
  base: (name: string) => string,
  note: (sentence: string) => void,
): Address | string {
  const whole = url.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(whole)?.[1]?.toLowerCase();
  if (
    scheme !== undefined &&
    whole.startsWith(`${scheme}:`, 0) &&
    !/^https?$/.test(scheme) &&
    !isHostWithPort(whole)
  )
    return t.scheme(`${scheme}:`);
  const { origin, rest } = split(whole, note);
  if (rest === '' && origin === null) return t.noAddress;
  const variable = /^\{\{([^{}]+)\}\}$/.exec(origin ?? '')?.[1];
  const before = variable === undefined ? '' : pathOfBase(base(variable));
  const [beforeFragment = ''] = rest.split('#', 1);
  if (rest.includes('#')) note(t.fragment);
  const [path = '', ...search] = beforeFragment.split('?');
  // A second variable is the path itself, such as a link that an earlier response had.
  const start = path.startsWith('{{') ? '' : `${before}/`;
  const filled = `${start}${path.replace(/^\/+/, '')}`
    .split('/')
    .map((part) => segment(part, params))
    .join('/');
  const given = [
    search.join('?'),
    ...on(query, note).map(({ name, value }) => `${encoded(name)}=${encoded(value)}`),
  ];
  const after = given
    .filter((part) => part !== '')
    .map(tidyQuery)
    .join('&');
  const { prefix, own } = withoutPrefix(method, filled);
  return { origin, prefix, path: after === '' ? own : `${own}?${after}` };
}

/** `localhost:8080/path` begins like a scheme. */
const isHostWithPort = (text: string) => /^[^/:]+:\d+(?:[/?#]|$)/.test(text);

function split(whole: string, note: (sentence: string) => void): { origin: string | null; rest: string } {
  if (whole.startsWith('/') && !whole.startsWith('//')) return { origin: null, rest: whole };
  // Scheme and host, a host alone, or one variable for both.
  const [start = ''] =
    /^(?:https?:)?\/\/[^/?#]*/i.exec(whole) ??
    /^\{\{[^{}]+\}\}(?=\{\{)/.exec(whole) ??
    /^\{\{[^{}]+\}\}(?=[/?#:.]|$)[^/?#]*/.exec(whole) ??
    /^[^/?#]*/.exec(whole) ??
    [];
  const rest = whole.slice(start.length);
  if (!start.includes('@')) return { origin: start === '' ? null : start, rest };
  note(t.credentials);
  return { origin: start.replace(/\/\/[^/]*@|^[^/]*@/, (part) => (part.startsWith('//') ? '//' : '')), rest };
}

/** The path of the address that a variable stands for. */
function pathOfBase(value: string): string {
  const [, path = ''] = /^(?:https?:)?\/\/[^/?#]*([^?#]*)/i.exec(value) ?? [];
  return withoutLast(path, '/');
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

/** Takes away what stands before the interface, if the catalogue then knows the path: `/psd2/v1/accounts`. */
function withoutPrefix(method: string, path: string): { prefix: string; own: string } {
  const own = path === '' ? '/' : path;
  if (operationAt(method, own) !== null) return { prefix: '', own };
  for (
    let from = own.indexOf('/', 1), left = 6;
    from > 0 && left > 0;
    from = own.indexOf('/', from + 1), left--
  )
    if (operationAt(method, own.slice(from)) !== null)
      return { prefix: own.slice(0, from), own: own.slice(from) };
  return { prefix: '', own };
}
