/** Converts a request to text and back: the request line, the user's headers, an empty line, the body. */
import { texts } from '../texts/texts.ts';
import { readHeaderLines } from '../xs2a/http-syntax.ts';
import { lineOf } from './compose.ts';
import { httpRequestSchema, requestOf } from './http.ts';
import { type KnownRequest, LONG_PATH } from './request.ts';
import { MAX_REQUEST_FIELDS, MAX_REQUEST_LINE_CHARS } from '../limits.ts';

const t = texts.requests.raw;

/** Header names in their usual spelling. */
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
const METHOD = httpRequestSchema.shape.method;

/** @param name in lower case */
export function usualSpelling(name: string): string {
  return SPELLINGS.find((spelling) => spelling.toLowerCase() === name) ?? name;
}

/** The text of a request, without the headers that are added on sending; `Name:` without a value omits a header. */
export function writeRaw(request: KnownRequest): string {
  const { method, path } = lineOf(request);
  const headers = Object.entries(request.headers).map(([name, value]) =>
    `${usualSpelling(name)}: ${value}`.trimEnd(),
  );
  const lines = [`${method} ${path}`, ...headers];
  return request.body === '' ? lines.join('\n') : [...lines, '', request.body].join('\n');
}

export type RawReading = { ok: true; request: KnownRequest } | { ok: false; line: number; text: string };

/**
 * Reads the text of a request.
 * @param before the previous request; keeps its deliberate fault, and its operation if the text matches none in the catalogue
 * @returns the request, or the first line that cannot be parsed (counted from 1), with a sentence
 */
export function readRaw(text: string, before: KnownRequest): RawReading {
  const lines = text.split('\n');
  const empty = lines.findIndex((line) => line.trim() === '');
  const head = empty < 0 ? lines : lines.slice(0, empty);
  const body = empty < 0 ? '' : lines.slice(empty + 1).join('\n');
  const limit = MAX_REQUEST_FIELDS;
  if ((head[0]?.length ?? 0) > MAX_REQUEST_LINE_CHARS) return problem(1, LONG_PATH);
  const first = /^(\S+)\s+((?:\/|https?:\/\/|\{\{)\S*)(?:\s+HTTP\/\d(?:\.\d)?)?\s*$/.exec(head[0] ?? '');
  if (!first) return problem(1, t.firstLine);
  const [, typed = '', path = ''] = first;
  const method = METHOD.safeParse(typed);
  if (!method.success) return problem(1, t.unknownMethod(METHOD.options.join(', '), typed));
  const read = readHeaderLines(head.slice(1));
  if (!read.ok) return problem(read.line + 1, read.text);
  const headers = read.headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const request = { ...requestOf({ method: method.data, path, headers, body }, before), raw: null };
  if (headers.length > limit) return problem(limit + 2, texts.core.request.tooManyFields(limit));
  return { ok: true, request };
}

function problem(line: number, text: string): RawReading {
  return { ok: false, line, text };
}
