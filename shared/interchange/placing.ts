/** Where the requests of an import go: most to the base URL of the environment, and those to another host with their whole address. */
import type { RequestStep, Step } from '../collections/steps.ts';
import { stepOfComposed } from '../collections/request-step.ts';
import { readable } from '../requests/compose.ts';
import { type HttpRequest, operationAt, requestOf } from '../requests/http.ts';
import { interchange as t } from '../texts/interchange.ts';
import { type Address, addressOf, type Values } from './address.ts';
import type { ForeignRequest } from './foreign.ts';
import type { Entry } from './report.ts';

type Method = HttpRequest['method'];

/** A step of a request whose address is still to be written. */
export interface Placed {
  step: Step;
  entry: Entry;
  method: Method;
  /** With its variables as a collection writes them. */
  request: Pick<ForeignRequest, 'params' | 'query' | 'url'>;
  /** Whether it says where the bank is, as a request for a token does not. */
  isOfBank: boolean;
}

/** The bank of an import. */
export interface Base {
  origin: string;
  /** Parts of the path of its base URL. */
  path: readonly string[];
  /** One of the requests to it. */
  request: Placed['request'];
}

/** To the base URL, outside of its path, or to another host. */
export type Where = 'base' | 'other' | 'outside';

type Known = Placed & { address: Address; start: number | null };

/**
 * Writes the addresses of all requests: of those to the bank, the path after its base URL, which is what stands before the paths that
 * the catalogue knows, or else what variables say before the path.
 * @param said called with each origin, and where its requests go
 */
export function place(
  all: readonly Placed[],
  values: Values,
  said: (origin: string, where: Where) => void,
): Base | null {
  const known = all.flatMap((one): Known[] => {
    const address = addressOf(one.request, values, (note) => one.entry.changed(note));
    return typeof address === 'string' ? [] : [{ ...one, address, start: startOf(one.method, address) }];
  });
  const base = baseOf(known);
  for (const { step, entry, method, address, start } of known) {
    if (step.request === undefined) continue;
    const { path, isBase, dropped } = pathOf(address, start, base);
    for (const { written, known: value } of dropped)
      if (value.startsWith('%7B%7B')) entry.changed(t.unknownBase(readable(written)));
    if (path === address.link && address.parts.length > 0)
      entry.changed(t.unknownStart(readable(address.parts[0]?.written ?? '')));
    if (address.origin !== null && isBase !== null)
      said(address.origin, isBase ? 'base' : address.origin === base?.origin ? 'outside' : 'other');
    const { line: _, ...request } = step.request;
    step.request = { ...request, ...lineOf(method, path + address.query) };
  }
  return base;
}

/** The request line in a step. @param path with query, percent-encoded but for variables */
export function lineOf(
  method: Method,
  path: string,
): Pick<RequestStep, 'line' | 'operation' | 'params' | 'query'> {
  const composed = requestOf({ method, path, headers: [], body: '' });
  const { operation, params, query, line } = stepOfComposed(composed);
  const isKnown = operationAt(method, path) !== null;
  // The line says everything about an operation that is not in the catalogue.
  const given = Object.entries(isKnown ? query : {}).filter(([, value]) => value !== '');
  return {
    operation,
    params: isKnown ? params : {},
    query: Object.fromEntries(given),
    ...(line === undefined ? {} : { line: readable(line) }),
  };
}

/** The path of an address by itself, as long as the others are not known. */
export function provisionalPath({ parts, link, query }: Address): string {
  return `${link ?? `/${parts.map(({ written }) => written).join('/')}`}${query}`;
}

/** Parts before the interface: what stands before a path that the catalogue knows, such as `/psd2/v1/accounts`. Null if it knows none. */
function startOf(method: Method, { parts }: Address): number | null {
  const known = parts.map((part) => part.known);
  for (let start = 0; start < Math.min(known.length, 7); start++)
    if (operationAt(method, `/${known.slice(start).join('/')}`) !== null) return start;
  return null;
}

/** The origin whose paths the catalogue knows best, or that most requests have. */
function baseOf(all: readonly Known[]): Base | null {
  const origins = new Map<string, Known[]>();
  for (const one of all) {
    const { origin, link, isAlone } = one.address;
    if (origin === null || isAlone || !one.isOfBank || (link !== null && one.start === null)) continue;
    const there = origins.get(origin);
    if (there === undefined) origins.set(origin, [one]);
    else there.push(one);
  }
  const counted = [...origins].map(([origin, ones]) => ({
    origin,
    ones,
    known: ones.filter(({ start }) => start !== null),
  }));
  const [best] = counted.sort((a, b) => b.known.length - a.known.length || b.ones.length - a.ones.length);
  if (best === undefined) return null;
  const { origin, ones, known } = best;
  const counts = known.length > 0 ? known : ones;
  const paths = counts.map(({ address: { parts, base }, start }) =>
    parts.slice(0, start ?? base).map((part) => part.known),
  );
  const [path = []] = paths;
  const differs = path.findIndex((part, at) => paths.some((one) => one[at] !== part));
  const [first] = counts;
  if (first === undefined) return null;
  return { origin, path: differs < 0 ? path : path.slice(0, differs), request: first.request };
}

/** @returns whether it goes to the base URL, null for what has no host, or only a run knows; and the parts that the base URL has */
function pathOf(
  { origin, parts, whole, link, isAlone }: Address,
  start: number | null,
  base: Base | null,
): { path: string; isBase: boolean | null; dropped: Address['parts'] } {
  const from = (at: number) => ({
    path: `/${parts
      .slice(at)
      .map(({ written }) => written)
      .join('/')}`,
    isBase: origin === null ? null : true,
    dropped: parts.slice(0, at),
  });
  const own = base?.path ?? [];
  const isBelow = own.every((part, at) => parts[at]?.known === part);
  const isInBase = origin === base?.origin && isBelow;
  if (link !== null && start === null && !(isInBase && own.length > 0))
    return { path: link, isBase: null, dropped: [] };
  if (origin === null) return from(isBelow && own.length > 0 ? own.length : (start ?? 0));
  if (isInBase) return from(own.length);
  const isUnknown = /[{}]/.test(origin);
  const isNear = base !== null && origin !== base.origin && hostOf(origin) === hostOf(base.origin);
  if (start !== null && (isUnknown || isNear)) return from(start);
  if (whole === null) return from(0);
  return { path: whole, isBase: isAlone ? null : false, dropped: [] };
}

const hostOf = (origin: string) => URL.parse(origin)?.hostname ?? null;
