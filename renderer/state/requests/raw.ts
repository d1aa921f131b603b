/** A draft as the text of a request, and back: the request line, the headers that a person has set, an empty line, the body. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { type Method, type Operation, routeOf } from '../../../shared/xs2a/operations.ts';
import { readHeaderLines } from '../../../shared/xs2a/header-lines.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { draftPath, fresh, requestLine, type Shape } from './shape.ts';

const t = texts.requests.raw;

/** Header names in their usual spelling; others are written as they were typed. */
const SPELLINGS = [
  'Accept',
  'Content-Type',
  'Date',
  'Digest',
  'PSU-Corporate-ID',
  'PSU-ID',
  'PSU-IP-Address',
  'Signature',
  'TPP-Redirect-Preferred',
  'TPP-Redirect-URI',
  'TPP-Session-ID',
  'TPP-Signature-Certificate',
  'X-Request-ID',
  'x-accept-fix',
];
const METHODS: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE'] satisfies Method[];

/** The text of a draft. What is filled in at sending is not in it; `Name:` alone leaves a header out. */
export function writeRaw(shape: Shape): string {
  const { method, path } = requestLine(shape);
  const headers = Object.entries(shape.overrides).map(([name, value]) =>
    `${SPELLINGS.find((spelling) => spelling.toLowerCase() === name) ?? name}: ${value}`.trimEnd(),
  );
  const lines = [`${method} ${path}`, ...headers];
  return shape.body === '' ? lines.join('\n') : [...lines, '', shape.body].join('\n');
}

/** The request of an exchange as its person had composed it: what was filled in then is filled in anew. */
export function shapeOfExchange({ draft, method, path, requestBody }: Exchange): Shape | null {
  const { headers, body, fault, ...line } = draft ?? { method, path, headers: [], body: requestBody };
  const head = [`${line.method} ${line.path}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const text = body === '' ? head.join('\n') : [...head, '', body].join('\n');
  const read = readRaw(text, { ...fresh('listAccounts'), fault: fault ?? null });
  return read.ok ? read.shape : null;
}

export type RawReading = { ok: true; shape: Shape } | { ok: false; line: number; text: string };

/**
 * Reads the text of a request.
 * @param before what the draft was: its deliberate fault stays, and its operation where the text is none of the catalogue
 * @returns the draft, or the line (from 1) that cannot be understood, with a sentence
 */
export function readRaw(text: string, before: Shape): RawReading {
  const lines = text.split('\n');
  const empty = lines.findIndex((line) => line.trim() === '');
  const head = empty < 0 ? lines : lines.slice(0, empty);
  const body = empty < 0 ? '' : lines.slice(empty + 1).join('\n');
  const first = /^(\S+)\s+(\/\S*)(?:\s+HTTP\/\d(?:\.\d)?)?\s*$/.exec(head[0] ?? '');
  if (!first) return problem(1, t.firstLine);
  const [, method = '', path = ''] = first;
  if (!METHODS.includes(method)) return problem(1, t.unknownMethod(METHODS.join(', '), method));
  const headers = readHeaderLines(head.slice(1));
  if (!headers.ok) return problem(headers.line + 1, headers.text);
  const overrides = Object.fromEntries(headers.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { ok: true, shape: { ...before, ...placeOf(method, path, before), overrides, body } };
}

/** Operation and parameters of a request line; the line itself where a form could not show all of it. */
function placeOf(
  method: string,
  path: string,
  before: Shape,
): Pick<Shape, 'operation' | 'params' | 'query' | 'line'> {
  const [bare = '', search = ''] = path.split('?', 2);
  const route = routeOf(method, bare);
  const line = `${method} ${path}`;
  if (route.kind !== 'found') return { ...before, line };
  const { operation, params } = route.route;
  const given = new URLSearchParams(search);
  const query = Object.fromEntries(
    (operation as Operation).query.map(({ name }) => [name, given.get(name) ?? '']),
  );
  const place = { operation, params, query };
  return { ...place, line: draftPath(place) === path ? null : line };
}

function problem(line: number, text: string): RawReading {
  return { ok: false, line, text };
}
