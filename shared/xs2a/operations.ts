/** The only catalogue of operations: the bank routes requests and checks headers with it, the workbench offers and checks them. */
import { ACCOUNT_INFORMATION } from './operations/account-information.ts';
import type { Method } from './http-syntax.ts';
import type { Operation } from './operations/operation.ts';
import { BASKETS } from './operations/baskets.ts';
import { PAYMENTS } from './operations/payments.ts';
import { SANDBOX } from './operations/sandbox.ts';
import { ownValue } from '../own-value.ts';

export type { Method, Operation };

export const OPERATIONS = [...ACCOUNT_INFORMATION, ...PAYMENTS, ...BASKETS, ...SANDBOX] as const;

export type OperationId = (typeof OPERATIONS)[number]['id'];

/** An operation by its id. */
export function operationById(id: OperationId): Operation {
  const found = BY_ID.get(id);
  if (!found) throw new RangeError(`There is no operation ${id}.`);
  return found;
}

const BY_ID: ReadonlyMap<OperationId, Operation> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);

export interface Route {
  operation: Operation & { id: OperationId };
  /** Decoded path parameters by name. */
  params: Record<string, string>;
}
export type RouteResult =
  | { kind: 'found'; route: Route }
  | { kind: 'unknown' }
  | { kind: 'method'; allow: Method[] };

/** Finds the operation for a method and a path without query (SVC-6). */
export function routeOf(method: string, path: string): RouteResult {
  const allow: Method[] = [];
  const given = path.split('/');
  for (const { operation, wanted } of ROUTES) {
    const params = matchPath(wanted, given);
    if (params === null) continue;
    if (operation.method === method) return { kind: 'found', route: { operation, params } };
    allow.push(operation.method);
  }
  return allow.length > 0 ? { kind: 'method', allow } : { kind: 'unknown' };
}

/** Split once, because every request searches them. */
const ROUTES = OPERATIONS.map((operation) => ({ operation, wanted: operation.path.split('/') }));

/** The decoded parameters of a path, both split at `/`; null if the path does not match the template. */
export function matchPath(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | null {
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const segment = given[at] ?? '';
    if (part.startsWith('{')) {
      try {
        params[part.slice(1, -1)] = decodeURIComponent(segment);
      } catch {
        return null;
      }
      if (segment === '') return null;
    } else if (part !== segment) return null;
  }
  return params;
}

/** The path of an operation with its parameters percent-encoded (SVC-9). */
export function pathOf(template: string, params: Record<string, string>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(ownValue(params, name) ?? ''),
  );
}
