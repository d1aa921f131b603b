/** What a person composes: an operation with its parameters, headers, body and deliberate fault. */
import type { Draft } from '../../../shared/contract/exchange.ts';
import type { SavedTab } from '../../../shared/contract/saved.ts';
import {
  type Method,
  type Operation,
  OPERATIONS,
  operationById,
  type OperationId,
  pathOf,
} from '../../../shared/xs2a/operations.ts';

export interface Shape {
  operation: Operation & { id: OperationId };
  params: Record<string, string>;
  query: Record<string, string>;
  /** Header values that the person has set, by lower-case name; '' leaves the header out. */
  overrides: Record<string, string>;
  body: string;
  /** Id of the deliberate fault in the request, or null. */
  fault: string | null;
  /** Method and path as they were written, where the fields above do not say all of it; else null. */
  line: string | null;
  /** A text of the request that cannot be understood, or not yet; else null. */
  raw: string | null;
}

/** The fields alone, of something that has more. */
export function shapeOf({ operation, params, query, overrides, body, fault, line, raw }: Shape): Shape {
  return { operation, params, query, overrides, body, fault, line, raw };
}

/** An operation as it is first shown: examples filled in. */
export function fresh(id: OperationId): Shape {
  const operation = { ...operationById(id), id };
  const query = Object.fromEntries(operation.query.map(({ name, first }) => [name, first]));
  const params = Object.fromEntries(
    Object.entries((operation as Operation).choices ?? {}).map(([name, values]) => [name, values[0] ?? '']),
  );
  return {
    operation,
    params,
    query,
    overrides: {},
    body: operation.example ?? '',
    fault: null,
    line: null,
    raw: null,
  };
}

/** Whether nobody has changed anything since it was first shown. */
export function isUntouched(shape: Shape): boolean {
  return JSON.stringify(shapeOf(shape)) === JSON.stringify(fresh(shape.operation.id));
}

/** The path with its query, percent-encoded, as it is signed and sent. */
export function draftPath({
  operation,
  params,
  query,
}: Pick<Shape, 'operation' | 'params' | 'query'>): string {
  const text = operation.query
    .filter(({ name }) => (query[name] ?? '') !== '')
    .map(({ name }) => `${name}=${encodeURIComponent(query[name] ?? '')}`)
    .join('&');
  return pathOf(operation.path, params) + (text === '' ? '' : `?${text}`);
}

/** Method and path with query, as they will be sent. */
export function requestLine(shape: Pick<Shape, 'operation' | 'params' | 'query' | 'line'>): {
  method: Method;
  path: string;
} {
  if (shape.line === null) return { method: shape.operation.method, path: draftPath(shape) };
  const [method = 'GET', path = '/'] = shape.line.split(' ');
  return { method: method as Method, path };
}

/** The draft as it crosses to the core. */
export function draftOf(shape: Shape): Draft {
  return {
    ...requestLine(shape),
    headers: Object.entries(shape.overrides),
    body: shape.body,
    ...(shape.fault === null ? {} : { fault: shape.fault }),
  };
}

/** The body that goes with another choice: its example, as long as the present body is an untouched one. */
export function bodyFor({ examples = {}, example = '' }: Operation, body: string, value: string): string {
  const untouched = body === example || Object.values(examples).includes(body);
  return untouched ? (examples[value] ?? body) : body;
}

/** As it is kept over a restart. */
export function savedOf(
  shape: Shape,
  { id, path, answerId }: Pick<SavedTab, 'id' | 'path' | 'answerId'>,
): SavedTab {
  const { operation, ...fields } = shapeOf(shape);
  return { ...fields, id, path, answerId, operation: operation.id };
}

/** What was kept, or null for an operation that this version does not know. */
export function shapeFrom({
  operation,
  params,
  query,
  overrides,
  body,
  fault,
  line,
  raw,
}: Omit<SavedTab, 'id' | 'path' | 'answerId'>): Shape | null {
  const known = OPERATIONS.find(({ id }) => id === operation);
  return known ? { operation: known, params, query, overrides, body, fault, line, raw } : null;
}
