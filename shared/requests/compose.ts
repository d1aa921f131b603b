/** Creates and compares requests, and writes their request lines and paths. */
import { type Method, type Operation, type OperationId, pathOf } from '../xs2a/operations.ts';
import { type ComposedRequest, type KnownRequest, operationOf, hasLongPath } from './request.ts';
import { ownValue } from '../own-value.ts';
import { decodedPlaceholder, IN_PATH } from '../placeholders.ts';

/** A new request for an operation, with its examples. */
export function fresh(id: OperationId): KnownRequest {
  const operation: Operation = operationOf({ operation: id });
  return {
    operation: id,
    params: Object.fromEntries(
      Object.entries(operation.choices ?? {}).map(([name, values]) => [name, values[0] ?? '']),
    ),
    query: Object.fromEntries(operation.query.map(({ name, first }) => [name, first])),
    headers: {},
    body: operation.example ?? '',
    fault: null,
    line: null,
    raw: null,
  };
}

/** Whether a request is unchanged since it was created, except for another choice of the path with its example. */
export function isUntouched(request: KnownRequest): boolean {
  const operation: Operation = operationOf(request);
  const made = fresh(request.operation);
  for (const [name, values] of Object.entries(operation.choices ?? {})) {
    const chosen = request.params[name] ?? '';
    if (!values.includes(chosen)) return false;
    made.params[name] = chosen;
    made.body = bodyFor(operation, made.body, chosen);
  }
  return sameRequest(request, made);
}

/** Whether two requests are equal, whatever the order of their values. */
export function sameRequest(a: ComposedRequest, b: ComposedRequest): boolean {
  return (
    a === b ||
    (a.operation === b.operation &&
      a.body === b.body &&
      a.fault === b.fault &&
      a.line === b.line &&
      a.raw === b.raw &&
      sameValues(a.params, b.params) &&
      sameValues(sent(a.query), sent(b.query)) &&
      sameValues(a.headers, b.headers))
  );
}

function sameValues(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  if (a === b) return true;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => ownValue(a, name) === ownValue(b, name))
  );
}

/** A query parameter without a value is not sent. */
function sent(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** Method and path with query, percent-encoded, as they will be sent. */
export function lineOf(request: Pick<KnownRequest, 'operation' | 'params' | 'query' | 'line'>): {
  method: Method;
  path: string;
} {
  return request.line === null
    ? filledLine(operationOf(request), request.params, request.query)
    : partsOf(request.line);
}

/** The method, without the path, which may be long. */
export function methodOf({ operation, line }: Pick<KnownRequest, 'operation' | 'line'>): Method {
  return line === null ? operationOf({ operation }).method : partsOf(line).method;
}

/**
 * The request line of an operation with its query parameters, then added ones. Parameters without a value are left out.
 */
export function filledLine(
  operation: Pick<Operation, 'method' | 'path'> & { query: readonly { name: string }[] },
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): { method: Method; path: string } {
  const names = [...operation.query.map(({ name }) => name), ...ownParameters(operation, query)];
  const search = names
    .filter((name) => (ownValue(query, name) ?? '') !== '')
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(ownValue(query, name) ?? '')}`)
    .join('&');
  const path = pathOf(operation.path, params);
  return { method: operation.method, path: search === '' ? path : `${path}?${search}` };
}

/** Names of query parameters that the user has added to those of the operation. */
export function ownParameters(
  { query: known }: { query: readonly { name: string }[] },
  query: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(query).filter((name) => !known.some((one) => one.name === name));
}

/** @param line already checked by the schema of a request */
export function partsOf(line: string): { method: Method; path: string } {
  const at = line.indexOf(' ');
  return { method: line.slice(0, at) as Method, path: line.slice(at + 1) };
}

/** Names of the parameters in an operation's path, in order. */
export function pathParameters({ path }: Pick<Operation, 'path'>): string[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), (match) => match[1] ?? '');
}

/** The parameters of a path by a template that it fits: the reverse of {@link filledLine}. */
export function parametersIn(
  operation: Pick<Operation, 'path'>,
  path: string,
): { params: Record<string, string>; query: Record<string, string> } {
  const [bare = '', search = ''] = path.split('?', 2);
  const [names, values] = [operation.path.split('/'), bare.split('/')];
  const params = names.flatMap((part, at): [string, string][] => {
    const form = part.replaceAll(/\{[^{}]+\}|[^{}]+/g, (text) =>
      text.startsWith('{') ? '(.*)' : text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`),
    );
    const found = new RegExp(`^${form}$`, 's').exec(values[at] ?? '')?.slice(1) ?? [];
    return pathParameters({ path: part }).map((name, nth) => [name, decoded(found[nth] ?? '')]);
  });
  return {
    params: Object.fromEntries(params),
    query: Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name !== '__proto__')),
  };
}

/** Percent-decoded; a text that is not encoded rightly stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Path parameters without a value. */
export function missingParameters(request: KnownRequest): string[] {
  if (request.line !== null) return [];
  return pathParameters(operationOf(request)).filter((name) => (request.params[name] ?? '') === '');
}

/** The body for another choice: its example if the present body is an untouched example. */
export function bodyFor({ examples = {}, example = '' }: Operation, body: string, value: string): string {
  const untouched = body === example || Object.values(examples).includes(body);
  return untouched ? (ownValue(examples, value) ?? body) : body;
}

/** The request without a raw text that cannot be parsed. */
export function understood(request: KnownRequest): KnownRequest {
  return request.raw === null ? request : { ...request, raw: null };
}

/** Shown characters of a path. */
const MAX_SHOWN_PATH = 5000;

/** A path with its variables in braces. */
export function readable(path: string): string {
  return path.replaceAll(IN_PATH, (_, found: string) => `{{${decodedPlaceholder(found)}}}`);
}

/** The path for display; a draft may have one of any length. */
export function shownPath(request: Pick<KnownRequest, 'operation' | 'params' | 'query' | 'line'>): string {
  const { operation, line } = request;
  const path = !hasLongPath(request)
    ? lineOf(request).path
    : line === null
      ? `${operationOf({ operation }).path}…`
      : partsOf(line.slice(0, 2 * MAX_SHOWN_PATH)).path;
  const shown = readable(path);
  return shown.length > MAX_SHOWN_PATH ? `${shown.slice(0, MAX_SHOWN_PATH)}…` : shown;
}
