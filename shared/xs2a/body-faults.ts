/** What the composer says about a body while it is typed: at once, whatever the body is. */
import { bodyIssues } from './body-issues.ts';
import { jsonProblem, linesOfFields } from './json-lines.ts';
import type { Operation } from './operations/operation.ts';

/** Nobody reads more of them, and each is a row of the window. */
export const MAX_FAULTS = 100;

export interface BodyFaults {
  /** At most {@link MAX_FAULTS}. Lines are counted from 1. */
  shown: { line: number; text: string }[];
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
  const issues = bodyIssues(operation, params, JSON.parse(text));
  const first = issues.slice(0, MAX_FAULTS);
  const lines = linesOfFields(
    text,
    first.map(({ path }) => path),
  );
  return {
    shown: first.map((issue, at) => ({ line: lines[at] ?? 1, text: issue.text })),
    more: issues.length - first.length,
  };
}
