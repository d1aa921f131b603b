/** What the composer says about a body while it is typed: at once, whatever the body is. */
import { bodyIssues, bodySchema } from './body-issues.ts';
import { isUnquotedText } from './body-quotes.ts';
import { jsonProblem, linesOfFields } from './json-lines.ts';
import { jsonSchema } from './json-schema.ts';
import type { Operation } from './operations/operation.ts';

/** Nobody reads more of them, and each is a row of the window. */
export const MAX_FAULTS = 100;

export interface BodyFault {
  /** From 1. */
  line: number;
  text: string;
  /** The path of a value that quotation marks mend (`body-quotes.ts`). */
  toQuote?: string;
}

export interface BodyFaults {
  /** At most {@link MAX_FAULTS}. */
  shown: BodyFault[];
  /** The number of those that are not shown. */
  more: number;
}

/**
 * The faults of a JSON text at their lines, in time that grows with its length and no faster.
 * @param params of the path; a payment's product determines its fields
 */
export function bodyFaults(
  operation: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
  text: string,
): BodyFaults {
  const problem = jsonProblem(text);
  if (problem !== null) return { shown: [problem], more: 0 };
  const json: unknown = JSON.parse(text);
  const issues = bodyIssues(operation, params, json);
  const first = issues.slice(0, MAX_FAULTS);
  const lines = linesOfFields(
    text,
    first.map(({ path }) => path),
  );
  const schema = first.length === 0 ? null : bodySchema(operation, params);
  const asJson = schema && jsonSchema(schema, 'input');
  return {
    shown: first.map(({ path, text: said }, at) => ({
      line: lines[at] ?? 1,
      text: said,
      ...(asJson && isUnquotedText(asJson, json, path) ? { toQuote: path } : {}),
    })),
    more: issues.length - first.length,
  };
}
