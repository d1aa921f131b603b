/**
 * The request as the user composes it: one definition for open tabs, saved files, the history and sending.
 */
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { OPERATIONS, type Operation, type OperationId } from '../xs2a/operations.ts';
import { MAX_REQUEST_FIELDS, MAX_REQUEST_LINE_CHARS, MAX_REQUEST_NAME_CHARS } from '../limits.ts';

const t = texts.core.request;

const values = z.record(z.string(), z.string());

/** Parameters or headers, limited in saved, imported and sent requests but not in open tabs. */
export const fieldsSchema = values.refine(
  (fields) => Object.keys(fields).length <= MAX_REQUEST_FIELDS,
  t.tooManyFields(MAX_REQUEST_FIELDS),
);

/** Method and path with query, percent-encoded, as they are sent and signed. It begins with a path, an address of http or https, or a variable for either. */
const requestLine = z
  .string()
  .regex(
    /^(?:GET|PUT|POST|PATCH|DELETE) (?=\/|https?:\/\/|\{\{)(?:\{\{[^\s{}]+(?: [*+-] [^\s{}]+)+\}\}|\S)*$/,
    t.line,
  );

export const requestSchema = z.object({
  /** Id in the catalogue; a file may have an unknown one. */
  operation: z.string(),
  /** Values of the path's parameters by name, not encoded. */
  params: values,
  query: values,
  /** The user's headers by lower-case name; an empty value omits the header. */
  headers: values,
  body: z.string(),
  /** Id of the deliberate fault, or null. */
  fault: z.string().nullable(),
  /** Method and path as written, unless operation, params and query determine them. */
  line: requestLine.nullable(),
  /** A raw text that cannot be parsed; such a request is stored but cannot be sent. */
  raw: z.string().nullable(),
});
export type ComposedRequest = z.infer<typeof requestSchema>;

/** A request whose operation is in the catalogue. */
export type KnownRequest = ComposedRequest & { operation: OperationId };

/** Whether a path exceeds the limit of saved, imported, sent and shown requests, without building it. */
export function hasLongPath({
  line,
  params,
  query,
}: {
  line?: string | null;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}): boolean {
  const values = [...Object.entries(params), ...Object.entries(query)];
  const size = values.reduce((sum, [name, value]) => sum + name.length + value.length, line?.length ?? 0);
  return size > MAX_REQUEST_LINE_CHARS;
}

/** The sentence about {@link hasLongPath}. */
export const LONG_PATH = t.longPath(MAX_REQUEST_LINE_CHARS);

export const requestNameSchema = z
  .string()
  .trim()
  .min(1, t.noName)
  .max(MAX_REQUEST_NAME_CHARS, t.longName(MAX_REQUEST_NAME_CHARS));

/** A saved request: one without unparsed raw text, and its name. */
export const savedRequestSchema = requestSchema.omit({ raw: true }).extend({
  name: requestNameSchema,
  params: fieldsSchema,
  query: fieldsSchema,
  headers: fieldsSchema,
});
export type SavedRequest = z.infer<typeof savedRequestSchema>;

const BY_ID: ReadonlyMap<string, Operation & { id: OperationId }> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);

/** Whether the operation of a request is in this version's catalogue. */
export function isKnown(request: ComposedRequest): request is KnownRequest {
  return BY_ID.has(request.operation);
}

/** The operation of a request, as the same object each time; null if it is not in the catalogue. */
export function operationOf(request: Pick<KnownRequest, 'operation'>): Operation & { id: OperationId };
export function operationOf(
  request: Pick<ComposedRequest, 'operation'>,
): (Operation & { id: OperationId }) | null;
export function operationOf({ operation }: Pick<ComposedRequest, 'operation'>) {
  return BY_ID.get(operation) ?? null;
}
