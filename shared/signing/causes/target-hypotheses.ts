/** Mistakes in the line `(request-target)`: method, path and query. */
import { REQUEST_TARGET } from '../signing-string.ts';
import { causeOf } from './cause.ts';
import type { CauseId } from './catalogue.ts';
import { fromUtf8, toUtf8 } from './hash.ts';
import { lines, type Hypothesis, type Candidate, set } from './search.ts';

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'head'];
/** Parameters of a query up to which it is varied. */
const MAX_PARAMETERS = 20;

/** Empty unless the line is signed. @param method as sent @param host value of the Host header, or null */
export function targetHypotheses(correct: Candidate, method: string, host: string | null): Hypothesis[] {
  if (!correct.lines.some(({ name }) => name === REQUEST_TARGET)) return [];
  return [...ofMethod(correct, method), ...ofPath(correct.path, host), ...ofName()];
}

function ofMethod(correct: Candidate, sent: string): Hypothesis[] {
  const capital = (correct.method[0] ?? '').toUpperCase() + correct.method.slice(1);
  const one = (rarity: Hypothesis['rarity'], id: CauseId, method: string): Hypothesis => ({
    slot: 'method',
    cause: causeOf(id, method),
    rarity,
    change: set('method', method),
  });
  return [
    one(1, 'method-case', sent),
    one(3, 'method-case', capital),
    one(2, 'no-method', ''),
    ...METHODS.filter((other) => other !== correct.method).map((other) => one(3, 'other-method', other)),
    ...METHODS.filter((other) => other !== correct.method).map((other) =>
      one(4, 'other-method', other.toUpperCase()),
    ),
  ].filter(({ change }) => change(correct).method !== correct.method);
}

function ofPath(target: string, host: string | null): Hypothesis[] {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  const rest = mark < 0 ? '' : target.slice(mark);
  const found: [Hypothesis['rarity'], CauseId, string, string?][] = [
    [1, 'no-query', path],
    [3, 'query-differs', `${path}?`, 'a question mark alone'],
    ...queries(query).map((other): [2, CauseId, string, string] => [
      2,
      'query-differs',
      `${path}?${other}`,
      other,
    ]),
    ...decodings(path).flatMap((other): [Hypothesis['rarity'], CauseId, string][] => [
      [1, 'path-decoded', other + rest],
      [2, 'path-decoded', other],
    ]),
    ...encodings(path).map((other): [2, CauseId, string] => [2, 'path-encoded', other + rest]),
    [2, 'path-encoded-twice', target.replaceAll('%', '%25')],
    [2, 'path-encoded-twice', path.replaceAll('%', '%25') + rest],
    [3, 'path-encoded-twice', segments(fromUtf8(target), encodeURIComponent)],
    [3, 'path-encoded', encodeURIComponent(fromUtf8(target))],
    [3, 'path-encoded', segments(fromUtf8(path), lowerCaseEncoded) + rest],
    [1, 'other-path', target.replace(/^\/v\d+(?=\/)/, '')],
    [2, 'other-path', target.slice(1)],
    [2, 'other-path', `${path.replace(/\/$/, '')}${path.endsWith('/') ? '' : '/'}${rest}`],
    [3, 'other-path', toUtf8(fromUtf8(target).toLowerCase())],
    [3, 'other-path', `${target} HTTP/1.1`],
    [3, 'other-path', '/'],
    ...lastParts(path).map((other): [3, CauseId, string] => [3, 'other-path', other + rest]),
  ];
  for (const scheme of host === null ? [] : ['https://', '', 'http://', '//']) {
    for (const name of new Set([host ?? '', (host ?? '').replace(/:\d+$/, '')]))
      found.push([
        scheme === 'https://' ? 1 : scheme === '' ? 2 : 3,
        'host-in-front',
        scheme + name + target,
      ]);
  }
  const seen = new Set([target]);
  return found.flatMap(([rarity, id, value, detail]) => {
    if (seen.has(value)) return [];
    seen.add(value);
    return [{ slot: 'path', cause: causeOf(id, detail ?? value), rarity, change: set('path', value) }];
  });
}

/** A query with its parameters in another order or another encoding. */
function queries(query: string): string[] {
  if (query === '') return [];
  const parameters = query.split('&');
  if (parameters.length > MAX_PARAMETERS) return [];
  const others = [
    parameters.toSorted().join('&'),
    parameters.toReversed().join('&'),
    query.replaceAll('+', '%20'),
    query.replaceAll('%20', '+'),
    ...decodings(query),
    ...decodings(query.replaceAll('+', ' ')),
    ...parameters.map((_, at) => parameters.toSpliced(at, 1).join('&')),
    query.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase()),
    query.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => triplet.toLowerCase()),
  ];
  return others.filter((other) => other !== '');
}

/** The text without its percent-encoding; none if it has none. */
function decodings(text: string): string[] {
  try {
    const decoded = toUtf8(decodeURIComponent(fromUtf8(text)));
    return decoded === text ? [] : [decoded];
  } catch {
    return [];
  }
}

/** The path as other programs encode it. */
function encodings(path: string): string[] {
  const text = (segment: string) => fromUtf8(decodings(segment)[0] ?? segment);
  return [
    segments(path, (segment) => encodeURIComponent(text(segment))),
    segments(path, (segment) => strictly(text(segment))),
    segments(path, (segment) => strictly(text(segment)).replaceAll('%20', '+')),
    segments(path, (segment) => lowerCaseEncoded(text(segment))),
    path.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase()),
    path.replaceAll(/%[0-9a-f]{2}/gi, (triplet) => triplet.toLowerCase()),
    path.replaceAll('!', '%21'),
  ];
}

function segments(path: string, change: (segment: string) => string): string {
  return path.split('/').map(change).join('/');
}

/** Everything but the unreserved characters of RFC 3986, 2.3. */
function strictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function lowerCaseEncoded(text: string): string {
  return strictly(text).replaceAll(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
}

/** The path without its first segments, as behind a gateway that strips a prefix. */
function lastParts(path: string): string[] {
  const parts = path.split('/').slice(1, 9);
  return parts.slice(1).map((_, at) => `/${parts.slice(at + 1).join('/')}`);
}

function ofName(): Hypothesis[] {
  const named = (label: string) =>
    lines((all) => all.map((line) => (line.name === REQUEST_TARGET ? { ...line, label } : line)));
  return [
    ...['request-target', '@request-target', '(Request-Target)'].map((label): Hypothesis => ({
      slot: 'target-name',
      cause: causeOf('target-name', label),
      rarity: 2,
      change: named(label),
    })),
    { slot: 'target-name', cause: causeOf('target-without-name'), rarity: 2, change: named('') },
  ];
}
