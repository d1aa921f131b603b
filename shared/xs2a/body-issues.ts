/** Finds the faults in a JSON body, field by field, with the bank's own messages, so that they can be shown before sending (PAY-2). */
import type { z } from 'zod';
import type { BodyIssue } from './body-issue.ts';
import { hasTooMuch } from './body-size.ts';
import { withFound, wording } from './body-words.ts';
import type { Operation } from './operations/operation.ts';
import { paymentInput } from './payment-input.ts';
import { issuesBetweenFields } from './payment-issues.ts';
import { knownBody, LEFT_OUT } from './payment-members.ts';
import { PAYMENT_SERVICES, type PaymentKind, productAt } from './payment-products.ts';
import { type Ruled, ruleAt } from './ruled.ts';
import { isRule, type RuleId } from './rules.ts';
import { MAX_BODY_ISSUES, MAX_BODY_VALUES } from '../limits.ts';
import { isUnquotedText } from './body-quotes.ts';
import { jsonProblem, linesOfFields } from './json-lines.ts';
import { jsonSchema } from './json-schema.ts';

/**
 * Checks parsed JSON against a schema.
 * @param between finds issues between fields in the parsed JSON, which may have any shape
 * @returns the parsed value, or the issues: all of them, or the first {@link MAX_BODY_ISSUES} and one that says so
 */
export function checkBody<T>(
  schema: Ruled<z.ZodType<T>>,
  json: unknown,
  between: (json: unknown) => readonly BodyIssue[] = () => [],
): { value: T } | { issues: readonly BodyIssue[] } {
  if (hasTooMuch(json)) return { issues: [issueAt([], `has more than ${MAX_BODY_VALUES} values`, schema)] };
  const checked = schema.safeParse(json, { error: wording });
  const found = between(json);
  if (checked.success)
    return found.length === 0 ? { value: checked.data } : { issues: listed(found, schema) };
  return { issues: listed(allIssues(checked.error.issues, found, schema, json), schema) };
}

function* allIssues(
  ofFields: readonly z.core.$ZodIssue[],
  between: readonly BodyIssue[],
  schema: Ruled,
  json: unknown,
): Generator<BodyIssue> {
  for (const issue of ofFields) yield* issuesOf(issue, schema, json);
  yield* between;
}

/** Stops at the limit, so that the others are never written. */
function listed(issues: Iterable<BodyIssue>, schema: Ruled): BodyIssue[] {
  const list: BodyIssue[] = [];
  for (const issue of issues) {
    if (list.length === MAX_BODY_ISSUES)
      return [...list, issueAt([], `has more faults than these ${MAX_BODY_ISSUES}`, schema)];
    list.push({ ...issue, text: cut(issue.text, 500) });
  }
  return list;
}

/** An unknown field gets an issue of its own, as every other field does. Of a union, the branch of the same type counts. */
function* issuesOf(issue: z.core.$ZodIssue, schema: Ruled, json: unknown): Generator<BodyIssue> {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      yield issueAt([...issue.path, key], 'is not a field of this operation', schema);
    return;
  }
  if (issue.code === 'invalid_union') {
    const [branch, ...others] = issue.errors.filter((issues) => !issues.some(isOfOtherType));
    if (branch !== undefined && others.length === 0) {
      for (const one of branch) yield* issuesOf({ ...one, path: [...issue.path, ...one.path] }, schema, json);
      return;
    }
  }
  yield issueAt(issue.path, withFound(issue, json), schema, ruleOfCheck(issue));
}

/** Whether the whole value has another type than a branch of a union. */
function isOfOtherType({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

function issueAt(
  path: readonly PropertyKey[],
  problem: string,
  schema: Ruled,
  rule: RuleId = ruleAt(schema, path),
): BodyIssue {
  const at = path.map((step) => cut(String(step), LONGEST_STEP)).join('/');
  return { path: at, text: `${at === '' ? 'The body' : at}: ${problem}.`, rule };
}

/** Chars of a name in a path. A body can name a field with a megabyte. */
const LONGEST_STEP = 100;

/** The start of a long text, as a text of its own: a slice would keep the whole body in memory. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${Array.from(text.slice(0, most - 1)).join('')}…`;
}

/** The rule that a check of a schema names itself, as `params: { rule }`. */
function ruleOfCheck(issue: z.core.$ZodIssue): RuleId | undefined {
  const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
  return typeof rule === 'string' && isRule(rule) ? rule : undefined;
}

/**
 * All issues that an operation's schema finds in a body. It cannot find those that depend on the bank's state.
 * @param params of the path; a payment's product determines its fields
 */
export function bodyIssues(
  operation: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
  json: unknown,
): readonly BodyIssue[] {
  const payment = paymentOf(operation.path, params['payment-product'] ?? '');
  const schema = bodySchema(operation, params);
  if (schema === null) return [];
  if (payment === null || hasTooMuch(json)) return issuesIn(checkBody(schema, json));
  const { body, unknown } = knownBody(json);
  const checked = checkBody(schema, body, (known) =>
    issuesBetweenFields(known, payment.kind, payment.product),
  );
  const leftOut = unknown.map((path) => ({ path, text: `${path}: ${LEFT_OUT}`, rule: 'PAY-2' as const }));
  return [...issuesIn(checked), ...leftOut];
}

function issuesIn(checked: ReturnType<typeof checkBody>): readonly BodyIssue[] {
  return 'issues' in checked ? checked.issues : [];
}

/** The schema of an operation's body, or null if it has no body. @param params of the path; a payment's product determines its fields */
export function bodySchema(
  { path, input }: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
): Ruled | null {
  const payment = paymentOf(path, params['payment-product'] ?? '');
  return payment ? paymentInput(payment.kind, payment.product) : (input ?? null);
}

/** Kind and product if the path creates payments, or null. */
function paymentOf(template: string, segment: string) {
  const kinds = Object.keys(PAYMENT_SERVICES) as PaymentKind[];
  const kind = kinds.find((one) => template === `/v1/${PAYMENT_SERVICES[one]}/{payment-product}`);
  if (kind === undefined) return null;
  const product = productAt(kind, segment);
  return product ? { kind, product } : null;
}

/** Nobody reads more of them, and each is a row of the window. */
export const MAX_FAULTS = 100;

interface BodyFault {
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
