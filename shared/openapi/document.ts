/** What the workbench takes from the OpenAPI document of a bank: operations to send, and schemas to complete and check bodies by. */
import { z } from 'zod';
import { MAX_SCHEMA_NESTING, MAX_SCHEMAS } from '../limits.ts';
import { at, isObject, objectOf, textAt } from '../interchange/values.ts';
import { METHODS } from '../xs2a/http-syntax.ts';

const schema = z.record(z.string(), z.unknown());

export const openApiOperationSchema = z.object({
  /** Method and path template. */
  id: z.string(),
  group: z.string(),
  title: z.string(),
  method: z.enum(METHODS),
  path: z.string(),
  /** The path with examples, and with variables where there are none. */
  filled: z.string(),
  /** Values to choose from for a path parameter. */
  choices: z.record(z.string(), z.array(z.string())),
  query: z.array(z.object({ name: z.string(), values: z.array(z.string()), text: z.string() })),
  /** Required headers that the workbench does not fill in. */
  headers: z.record(z.string(), z.string()),
  /** An example body, or an empty text. */
  body: z.string(),
  /** Schema of a JSON body, or null. */
  input: schema.nullable(),
  /** Schemas of JSON answers by status: `200`, `2XX` or `default`. */
  answers: z.record(z.string(), schema),
});
export type OpenApiOperation = z.infer<typeof openApiOperationSchema>;

export const openApiDocumentSchema = z.object({
  title: z.string(),
  version: z.string(),
  /** Whether schemas are those of OpenAPI 3.0, or JSON Schema as in 3.1. */
  dialect: z.enum(['openapi-3.0', 'draft-2020-12']),
  operations: z.array(openApiOperationSchema),
  /** Schemas that others refer to, by name. */
  definitions: z.record(z.string(), z.unknown()),
});
export type OpenApiDocument = z.infer<typeof openApiDocumentSchema>;

/** The operation for a request, the one with the most fixed parts first; null if the document has none. */
export function operationFor<Listed extends Pick<OpenApiOperation, 'method' | 'path'>>(
  { operations }: { operations: readonly Listed[] },
  method: string,
  path: string,
): Listed | null {
  const [bare = ''] = path.split('?', 1);
  const parts = bare.split('/');
  const fits = operations.filter((one) => {
    const template = one.path.split('/');
    return (
      one.method === method &&
      template.length === parts.length &&
      template.every((part, at) => part.includes('{') || part === parts[at])
    );
  });
  const variables = (one: Listed) => one.path.split('{').length;
  return fits.sort((a, b) => variables(a) - variables(b))[0] ?? null;
}

/** A schema with what it refers to in its place, for completion and checks while the body is edited. Where schemas contain themselves, or are too many, anything is allowed. */
export function inlinedSchema(
  { definitions }: Pick<OpenApiDocument, 'definitions'>,
  part: Record<string, unknown>,
): Record<string, unknown> {
  let left = MAX_SCHEMAS * 4;
  const inline = (value: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => inline(one, open));
    if (!isObject(value)) return value;
    if (left-- <= 0) return {};
    const name = /^#\/definitions\/(.+)$/.exec(textAt(value, '$ref'))?.[1];
    if (name !== undefined)
      return open.includes(name) || open.length >= MAX_SCHEMA_NESTING
        ? {}
        : inline(at(definitions, name) ?? {}, [...open, name]);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inline(member, open)]));
  };
  return { ...objectOf(inline(part, [])) };
}
