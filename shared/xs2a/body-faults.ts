/** The faults of a JSON text at their lines, as the composer shows them before sending (PAY-2), and how to fix missing quotation marks. */
import { bodyIssues, bodySchema } from './body-issues.ts';
import type { BodyIssue } from './body-schema.ts';
import { jsonProblem, linesOfFields, spanOfValue } from './json-lines.ts';
import { type Json, jsonSchema, partsAt } from './json-schema.ts';
import type { Operation } from './operations/operation.ts';

/** Maximum number of faults listed: each is a row in the window. */
export const MAX_FAULTS = 100;

interface BodyFault {
  /** From 1. */
  line: number;
  text: string;
  /** The path of a value that only lacks quotation marks. */
  toQuote?: string;
}

export interface BodyFaults {
  /** At most {@link MAX_FAULTS}. */
  shown: BodyFault[];
  /** Number of the others. */
  more: number;
}

/** What a JSON body is checked by while it is edited. */
export interface BodyChecks {
  issues: (json: unknown) => readonly Pick<BodyIssue, 'path' | 'text'>[];
  /** JSON Schema of the body; null if there is none. */
  schema: Json | null;
}

/** The checks of this bank. @param params of the path; a payment's product determines its fields */
export function checksOf(
  operation: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
): BodyChecks {
  const schema = bodySchema(operation, params);
  return {
    issues: (json) => bodyIssues(operation, params, json),
    schema: schema && jsonSchema(schema, 'input'),
  };
}

/** The faults of a JSON text, in linear time. */
export function bodyFaults(checks: BodyChecks, text: string): BodyFaults {
  const problem = jsonProblem(text);
  if (problem !== null) return { shown: [problem], more: 0 };
  const json: unknown = JSON.parse(text);
  const issues = checks.issues(json);
  const first = issues.slice(0, MAX_FAULTS);
  const lines = linesOfFields(
    text,
    first.map(({ path }) => path),
  );
  return {
    shown: first.map(({ path, text: said }, at) => ({
      line: lines[at] ?? 1,
      text: said,
      ...(checks.schema && isUnquotedText(checks.schema, json, path) ? { toQuote: path } : {}),
    })),
    more: issues.length - first.length,
  };
}

/** A body with quotation marks around a value; null if they would not help. @param path joined by `/` */
export function inQuotes(text: string, path: string): string | null {
  const span = spanOfValue(text, path);
  if (span === null) return null;
  const { from, to } = span;
  return `${text.slice(0, from)}"${text.slice(from, to)}"${text.slice(to)}`;
}

/** Whether a schema allows only texts where a body has a number, true or false. */
function isUnquotedText(schema: Json, json: unknown, path: string): boolean {
  const names = path.split('/');
  let value: unknown = json;
  const places: string[] = [];
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    places.push(Array.isArray(value) ? '*' : name);
    value = Reflect.get(value, name);
  }
  if (typeof value !== 'number' && typeof value !== 'boolean') return false;
  const parts = partsAt(schema, places);
  return parts.length > 0 && parts.every(({ type }) => type === 'string');
}
