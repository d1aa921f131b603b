/**
 * The request as the user composes it. Open tabs, saved files, the history and what is sent all use this one definition, so
 * that nothing that one of them accepts is refused by another.
 */
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { OPERATIONS, type Operation, type OperationId } from '../xs2a/operations.ts';

const t = texts.core.request;

/** Characters. */
export const REQUEST_LIMITS = { name: 80, folder: 400 } as const;

const values = z.record(z.string(), z.string());

/** Method and path with query, percent-encoded, as they are sent and signed. */
const requestLine = z.string().regex(/^(?:GET|PUT|POST|DELETE) \/\S*$/, t.line);

export const requestSchema = z.object({
  /** Id in the catalogue; a file may name one that this version does not know. */
  operation: z.string(),
  /** Values of the path's parameters by name, not encoded. */
  params: values,
  query: values,
  /** What the user has set, by name, which the window writes in lower case; an empty value leaves the header out. */
  headers: values,
  body: z.string(),
  /** Id of the deliberate fault, or null. */
  fault: z.string().nullable(),
  /** Method and path as they were written, where operation, params and query do not say all of it; else null. */
  line: requestLine.nullable(),
  /** A text of the request that cannot be understood, or not yet; such a request is kept, and not sent. */
  raw: z.string().nullable(),
});
export type ComposedRequest = z.infer<typeof requestSchema>;

/** A request whose operation is in the catalogue: a form can show it. */
export type KnownRequest = ComposedRequest & { operation: OperationId };

export const requestNameSchema = z
  .string()
  .trim()
  .min(1, t.noName)
  .max(REQUEST_LIMITS.name, t.longName(REQUEST_LIMITS.name));

/** What is saved: a request that can be understood, and its name. */
export const savedRequestSchema = requestSchema.omit({ raw: true }).extend({ name: requestNameSchema });
export type SavedRequest = z.infer<typeof savedRequestSchema>;

const BY_ID: ReadonlyMap<string, Operation & { id: OperationId }> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);

/** Whether this version's catalogue has the operation of a request. */
export function isKnown(request: ComposedRequest): request is KnownRequest {
  return BY_ID.has(request.operation);
}

/** The operation that a request names: the same object each time. Null where the catalogue does not have it. */
export function operationOf(request: Pick<KnownRequest, 'operation'>): Operation & { id: OperationId };
export function operationOf(
  request: Pick<ComposedRequest, 'operation'>,
): (Operation & { id: OperationId }) | null;
export function operationOf({ operation }: Pick<ComposedRequest, 'operation'>) {
  return BY_ID.get(operation) ?? null;
}

/** A saved request as it is opened. */
export function composedOf(saved: SavedRequest): ComposedRequest {
  const { name: _, ...request } = saved;
  return { ...request, raw: null };
}

/** What of a request is saved under a name. */
export function savedOf(request: ComposedRequest, name: string): SavedRequest {
  const { raw: _, ...saved } = request;
  return { ...saved, name };
}
