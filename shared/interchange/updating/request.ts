/** The request of a step, renewed from a newer document. Whatever the user has changed in it stays. */
import { isDeepEqual } from '../../collections/deep-equal.ts';
import { composedOfStep } from '../../collections/request-step.ts';
import type { RequestStep } from '../../collections/steps.ts';
import { httpOf } from '../../requests/http.ts';
import { readable } from '../../requests/compose.ts';
import { onlyVariable } from '../variables.ts';
import { type Difference, type MaybeJson, merged, type Versions } from './merge.ts';

type Part = 'address' | 'parameter' | 'header' | 'body';

export interface RequestDifference extends Difference {
  part: Part;
}

type Requests = Versions<RequestStep> | { base: null; mine: RequestStep; theirs: RequestStep };
type Values = Readonly<Record<string, string>>;

/**
 * @param requests `base` is null if nobody knows what the earlier document said
 * @param found called with each difference between the documents, and with each conflict
 */
export function mergedRequest(
  requests: Requests,
  found: (difference: RequestDifference) => void,
): RequestStep {
  const say = (part: Part) => (difference: Difference) => {
    const { kind, was, now } = difference;
    // A document that has no value for something says nothing against the user's.
    const saysNothing = was === undefined && typeof now === 'string' && onlyVariable(now) !== null;
    if (kind !== 'conflict' || !saysNothing) found({ ...difference, part });
  };
  const { mine } = requests;
  const { operation: _o, line: _l, params: _p, query: _q, headers: _h, json: _j, text: _t, ...rest } = mine;
  return {
    ...rest,
    ...address(requests, say('address'), say('parameter')),
    headers: values(
      each(requests, ({ headers }) => headers),
      say('header'),
    ),
    ...body(requests, say('body')),
  };
}

/** A part of each version. */
function each<T>(
  { base, mine, theirs }: Requests,
  part: (request: RequestStep) => T,
): Versions<T | undefined> {
  return { base: base === null ? undefined : part(base), mine: part(mine), theirs: part(theirs) };
}

function values(
  versions: Versions<Values | undefined>,
  found: (difference: Difference) => void,
): Record<string, string> {
  const all = merged(versions, found);
  return typeof all === 'object' && all !== null && !Array.isArray(all)
    ? Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
    : {};
}

type Place = Pick<RequestStep, 'operation' | 'line' | 'params' | 'query'>;

function address(
  requests: Requests,
  onAddress: (difference: Difference) => void,
  onParameter: (difference: Difference) => void,
): Place {
  const { base, mine, theirs } = requests;
  const all = [mine, theirs, ...(base === null ? [] : [base])];
  if (all.every(({ line, operation }) => line === undefined && operation === mine.operation))
    return {
      operation: mine.operation,
      params: values(
        each(requests, ({ params }) => params),
        onParameter,
      ),
      query: withLeftOut(mine.query, values(each(requests, given), onParameter)),
    };
  const lines = { base: linePartsOf(base), mine: linePartsOf(mine), theirs: linePartsOf(theirs) };
  if (lines.mine !== null && lines.theirs !== null && (base === null || lines.base !== null)) {
    const line = mergedLine(
      { base: lines.base, mine: lines.mine, theirs: lines.theirs },
      onAddress,
      onParameter,
    );
    return line === theirs.line ? placeOf(theirs) : { ...placeOf(mine), line };
  }
  // One of them is an operation of the catalogue, and another is not: each is one thing.
  const wholes = each(requests, wholeOf);
  const isMine = merged(wholes, onAddress) === wholes.mine;
  return placeOf(isMine ? mine : theirs);
}

function placeOf({ operation, line, params, query }: RequestStep): Place {
  return { operation, ...(line === undefined ? {} : { line }), params, query };
}

/** Parameters with a value: the others are not sent. */
function given({ query }: RequestStep): Values {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** The form of the window writes down the ones that are left out, too. */
function withLeftOut(mine: Values, query: Values): Record<string, string> {
  const leftOut = Object.entries(mine).filter(([name, value]) => value === '' && !Object.hasOwn(query, name));
  return Object.fromEntries([...leftOut, ...Object.entries(query)]);
}

/** As one text, so that it is one value. */
function wholeOf(request: RequestStep): string {
  const http = httpOf(composedOfStep(request));
  return http === null ? request.operation : `${http.method} ${readable(http.path)}`;
}

interface LineParts {
  line: string;
  method: string;
  /** Between slashes. */
  path: string[];
  /** As it is written, by name after a question mark: a name alone may be a number, which would come first. One that is repeated has a number. */
  query: Record<string, string>;
}

function linePartsOf(request: RequestStep | null): LineParts | null {
  if (request?.line === undefined) return null;
  const line = readable(request.line);
  const [start = '', ...search] = line.split('?');
  const method = start.slice(0, start.indexOf(' '));
  const names = new Map<string, number>();
  const parts = search
    .join('?')
    .split('&')
    .filter((part) => part !== '');
  const query = parts.map((part): [string, string] => {
    const [name = ''] = part.split('=', 1);
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return [`?${count === 1 ? name : `${name} ${count}`}`, part];
  });
  return { line, method, path: start.slice(method.length + 1).split('/'), query: Object.fromEntries(query) };
}

function mergedLine(
  { base, mine, theirs }: { base: LineParts | null; mine: LineParts; theirs: LineParts },
  onAddress: (difference: Difference) => void,
  onParameter: (difference: Difference) => void,
): string {
  const places = {
    base: base === null ? undefined : partsOf(base),
    mine: partsOf(mine),
    theirs: partsOf(theirs),
  };
  const kinds = new Set<Difference['kind']>();
  const place = merged(places, ({ kind, was, now }) => {
    // A variable of another name stands for the same.
    const isVariable = was === undefined && typeof now === 'string' && onlyVariable(now) !== null;
    if (!isVariable) kinds.add(kind);
  });
  for (const kind of kinds)
    onAddress({
      kind: kind === 'conflict' ? kind : 'changed',
      way: [],
      was: base === null ? undefined : lineOf(base),
      now: lineOf(theirs),
    });
  const query = values(
    { base: base?.query, mine: mine.query, theirs: theirs.query },
    ({ kind, was, now, way }) =>
      onParameter({
        kind,
        was: valueIn(was),
        now: valueIn(now),
        way: way.map((name) => String(name).slice(1)),
      }),
  );
  // It may be written in a way of the user's own.
  if (isDeepEqual(place, places.mine) && isDeepEqual(query, mine.query)) return mine.line;
  const [method = mine.method, ...path] = Array.isArray(place) ? place.map(String) : partsOf(mine);
  const search = Object.values(query).join('&');
  return `${method} ${path.join('/')}${search === '' ? '' : `?${search}`}`;
}

const partsOf = ({ method, path }: LineParts) => [method, ...path];
const lineOf = ({ method, path }: LineParts) => `${method} ${path.join('/')}`;

/** Of `name=value`. */
function valueIn(part: MaybeJson): MaybeJson {
  return typeof part === 'string' ? part.slice(part.indexOf('=') + 1) : part;
}

function body(
  requests: Requests,
  found: (difference: Difference) => void,
): Pick<RequestStep, 'json' | 'text'> {
  const { base, mine, theirs } = requests;
  const all = [mine, theirs, ...(base === null ? [] : [base])];
  if (all.every(({ json }) => json !== undefined)) {
    const json = merged(
      each(requests, (request) => request.json),
      found,
    );
    return json === undefined ? {} : { json };
  }
  // Texts, and what is of different kinds, are one thing each.
  const texts = each(requests, textOf);
  const { json, text } = merged(texts, found) === texts.mine ? mine : theirs;
  return { ...(json === undefined ? {} : { json }), ...(text === undefined ? {} : { text }) };
}

function textOf({ json, text }: RequestStep): string | undefined {
  return json === undefined ? text?.join('\n') : JSON.stringify(json);
}
