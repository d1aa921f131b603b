/** Checks bodies by the schemas of a bank's OpenAPI document. */
import { z } from 'zod';
import { upToFirstFault } from '../schema-tools.ts';
import type { BodyChecks } from '../xs2a/body-faults.ts';
import { checkBody, issuesIn } from '../xs2a/body-issues.ts';
import { ruled } from '../xs2a/body-schema.ts';
import type { OpenApiDocument } from './document.ts';

/** What is wrong with a value by a schema of a document; null if it fits. @throws Error for a schema that cannot be used */
export function openApiFault(
  document: OpenApiDocument,
  schema: Record<string, unknown>,
  value: unknown,
): { path: string; text: string } | null {
  const checked = z
    .fromJSONSchema(wholeSchema(document, schema), { defaultTarget: document.dialect })
    .safeParse(value, upToFirstFault);
  if (checked.success) return null;
  const [issue] = checked.error.issues;
  return { path: issue?.path.join('/') ?? '', text: issue?.message ?? '' };
}

/** A schema as one value, with all that it refers to. */
function wholeSchema(
  { definitions, dialect }: OpenApiDocument,
  part: Record<string, unknown>,
): Record<string, unknown> {
  if (dialect === 'openapi-3.0') return { ...part, definitions };
  // JSON Schema names them otherwise since 2019-09.
  const text = JSON.stringify({ ...part, $defs: definitions });
  return JSON.parse(text.replaceAll('"#/definitions/', '"#/$defs/')) as Record<string, unknown>;
}

/** The checks of a body while it is edited. @param schema in one piece */
export function checksOfDocument(
  schema: Record<string, unknown>,
  dialect: OpenApiDocument['dialect'],
): BodyChecks {
  try {
    const read = ruled('PAY-2', z.fromJSONSchema(schema, { defaultTarget: dialect }));
    return { issues: (json) => issuesIn(checkBody(read, json)), schema };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `The body is not checked by the schema of the OpenAPI document: ${reason}`;
    return { issues: () => [{ path: '', text }], schema };
  }
}
