/** Converts between an HTTP request (method, path, headers and body) and the request that the user composes. */
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { type Operation, type OperationId, routeOf } from '../xs2a/operations.ts';
import { METHODS } from '../xs2a/http-syntax.ts';
import { filledLine, fresh, lineOf, partsOf } from './compose.ts';
import { type ComposedRequest, isKnown, type KnownRequest, operationOf } from './request.ts';

export const httpRequestSchema = z.object({
  method: z.enum(METHODS),
  /** Path with query, percent-encoded, as it is sent and signed. */
  path: z.string().regex(/^\/\S*$/, texts.core.request.path),
  /** Without the headers that are added on sending; an empty value omits a header. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});
export type HttpRequest = z.infer<typeof httpRequestSchema>;

/** The operation for a method and a path with or without query, or null (SVC-6). */
export function operationAt(
  method: string,
  path: string,
): { operation: Operation & { id: OperationId }; params: Record<string, string> } | null {
  const route = routeOf(method, path.split('?', 1)[0] ?? '');
  return route.kind === 'found' ? route.route : null;
}

/** Method and path without query of a request line outside the catalogue; null for any other request. */
export function outsideCatalogue({
  line,
}: Pick<ComposedRequest, 'line'>): { method: string; path: string } | null {
  if (line === null) return null;
  const { method, path } = partsOf(line);
  return operationAt(method, path) === null ? { method, path: path.split('?', 1)[0] ?? '' } : null;
}

/** The lines of a body of several parts end with CRLF (RFC 2046), however they are kept. */
function withLineEnds(headers: HttpRequest['headers'], body: string): string {
  const isMultipart = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /^multipart\//i.test(value),
  );
  return isMultipart ? body.replaceAll(/\r?\n/g, '\r\n') : body;
}

/** A composed request as an HTTP request, with its operation; null if the operation is not in the catalogue. */
export function httpOf(
  request: ComposedRequest,
): (HttpRequest & { operation: (Operation & { id: OperationId }) | null }) | null {
  const headers = Object.entries(request.headers);
  const rest = { headers, body: withLineEnds(headers, request.body) };
  if (request.line !== null) {
    const line = partsOf(request.line);
    return { ...line, ...rest, operation: operationAt(line.method, line.path)?.operation ?? null };
  }
  return isKnown(request) ? { ...lineOf(request), ...rest, operation: operationOf(request) } : null;
}

/**
 * The composed request for an HTTP request.
 * @param before keeps its fault, and its operation if the catalogue has none for this method and path
 */
export function requestOf(
  { method, path, headers, body }: HttpRequest,
  before: KnownRequest = fresh('listAccounts'),
): KnownRequest {
  return { ...before, ...placeOf(method, path, before), headers: Object.fromEntries(headers), body };
}

/** `{{`, plain or percent-encoded any number of times. A text from a bank is never a template: its variable could be a secret. */
export const PLACEHOLDER = /(?:\{|%(?:25)*7b){2}/i;

/** Operation and parameters of a request line, with the line itself if they do not reproduce it. */
function placeOf(
  method: HttpRequest['method'],
  path: string,
  before: KnownRequest,
): Pick<KnownRequest, 'operation' | 'params' | 'query' | 'line'> {
  const line = `${method} ${path}`;
  const found = operationAt(method, path);
  if (found === null) return { ...before, line };
  const { operation, params } = found;
  const given = new URLSearchParams(path.split('?', 2)[1] ?? '');
  const known = operation.query.map(({ name }): [string, string] => [name, given.get(name) ?? '']);
  // Names with variables or of the prototype remain in the line.
  const added = [...given].filter(([name]) => name !== '__proto__' && !PLACEHOLDER.test(name));
  const query = Object.fromEntries([...known, ...added]);
  const shown = filledLine(operation, params, query).path === path;
  return { operation: operation.id, params, query, line: shown ? null : line };
}

/**
 * The request for a link, with the examples of its operation.
 * @param href from a bank
 * @returns null if the catalogue has no such operation, or the link has a variable
 */
export function linkedRequest(method: HttpRequest['method'], href: string): KnownRequest | null {
  const found = operationAt(method, href);
  if (found === null || PLACEHOLDER.test(href)) return null;
  const query = Object.fromEntries(new URLSearchParams(href.split('?')[1] ?? ''));
  return { ...fresh(found.operation.id), params: found.params, query };
}
