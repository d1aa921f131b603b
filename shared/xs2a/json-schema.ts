/** The schemas of the catalogue as JSON Schema, for the OpenAPI document and the completion of bodies. */
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Without refinements that JSON Schema cannot express (check digits, decimals). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return withoutNullVariants(rest) as Json;
}

/** Writes "this or null" as two types of one schema instead of two variants. */
function withoutNullVariants(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutNullVariants);
  if (typeof part !== 'object' || part === null) return part;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withoutNullVariants(value)]),
  );
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { ...rest, anyOf };
  const [only, ...others] = (anyOf as Json[]).filter(({ type }) => type !== 'null');
  if (only === undefined || others.length > 0 || typeof only['type'] !== 'string' || anyOf.length === 1)
    return { ...rest, anyOf };
  const values = Array.isArray(only['enum']) ? { enum: [...(only['enum'] as unknown[]), null] } : {};
  return { ...only, ...rest, type: [only['type'], 'null'], ...values };
}

const partSchema = z.object({
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  enum: z.array(z.string()).optional(),
  const: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});

const deprecatedSchema = z.object({ deprecated: z.literal(true) });

/** An allowed alternative at a place in a JSON text. */
export interface SchemaPart {
  /** `object`, `array`, `string`, `number`…; empty for anything. */
  type: string;
  /** Allowed or suggested values; empty for any. */
  values: string[];
  fields: { name: string; required: boolean; deprecated: boolean; schema: unknown }[];
  items: unknown;
}

/** The alternatives of a JSON Schema. */
function partsOf(schema: unknown): SchemaPart[] {
  const read = partSchema.safeParse(schema);
  if (!read.success) return [];
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, required = [], ...part } = read.data;
  const others = [...anyOf, ...oneOf, ...allOf].flatMap(partsOf);
  const given = part.enum ?? (part.const === undefined ? (part.examples ?? []) : [part.const]);
  const values = given.filter((value) => typeof value === 'string');
  const [first, ...rest] = others;
  // Values beside alternatives belong to the first.
  if (first && Object.keys(properties).length === 0)
    return [{ ...first, values: [...values, ...first.values] }, ...rest];
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    deprecated: deprecatedSchema.safeParse(field).success,
    schema: field,
  }));
  return [{ type: part.type ?? '', values, fields, items: part.items }, ...others];
}

/** The alternatives at a path of field names, with `*` for an array index. */
export function partsAt(schema: unknown, path: readonly string[]): SchemaPart[] {
  let schemas: unknown[] = [schema];
  for (const step of path)
    schemas = schemas
      .flatMap(partsOf)
      .flatMap((part) =>
        step === '*'
          ? part.items === undefined
            ? []
            : [part.items]
          : part.fields.filter(({ name }) => name === step).map((field) => field.schema),
      );
  return schemas.flatMap(partsOf);
}
