/** Finds the faults in a JSON body, field by field, with the bank's own sentences (PAY-2). The window shows them before sending. */
import type { z } from 'zod';
import { withFound, wording } from './body-words.ts';
import type { Operation } from './operations/operation.ts';
import { paymentInput } from './payment-input.ts';
import { issuesBetweenFields } from './payment-issues.ts';
import { knownBody, LEFT_OUT } from './payment-members.ts';
import { PAYMENT_SERVICES, type PaymentKind, productAt } from './payment-products.ts';
import { type Ruled, ruleAt, type BodyIssue } from './body-schema.ts';
import { isRule, type RuleId } from './rules.ts';
import { MAX_BODY_ISSUES } from '../limits.ts';

/**
 * Checks parsed JSON against a schema.
 * @param between finds issues between fields in the parsed JSON, which may have any shape
 * @returns the parsed value, or the issues: all of them, or the first {@link MAX_BODY_ISSUES} and a note
 */
export function checkBody<T>(
  schema: Ruled<z.ZodType<T>>,
  json: unknown,
  between: (json: unknown) => readonly BodyIssue[] = () => [],
): { value: T } | { issues: readonly BodyIssue[] } {
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

function listed(issues: Iterable<BodyIssue>, schema: Ruled): BodyIssue[] {
  const list: BodyIssue[] = [];
  for (const issue of issues) {
    if (list.length === MAX_BODY_ISSUES)
      return [...list, issueAt([], `has more faults than these ${MAX_BODY_ISSUES}`, schema)];
    list.push({ ...issue, text: cut(issue.text, 500) });
  }
  return list;
}

/** One issue for each unknown field. Of a union, the branch of the same type counts; of several, the one that the value nearly fits. */
function* issuesOf(issue: z.core.$ZodIssue, schema: Ruled, json: unknown): Generator<BodyIssue> {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys)
      yield issueAt([...issue.path, key], 'is not a field of this operation', schema);
    return;
  }
  if (issue.code === 'invalid_union') {
    const [branch, next] = issue.errors
      .filter((issues) => !issues.some(isOfOtherType))
      .sort((one, other) => one.length - other.length);
    if (branch !== undefined && branch.length < (next?.length ?? Infinity)) {
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
  const at = path.map((step) => cut(String(step), MAX_STEP)).join('/');
  return { path: at, text: `${at === '' ? 'The body' : at}: ${problem}.`, rule };
}

/** Chars of a name in a path: a body can have names of a megabyte. */
const MAX_STEP = 100;

/** The start of a long text, copied: a slice would keep the whole body in memory. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${Array.from(text.slice(0, most - 1)).join('')}…`;
}

/** The rule that a check names as `params: { rule }`. */
function ruleOfCheck(issue: z.core.$ZodIssue): RuleId | undefined {
  const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
  return typeof rule === 'string' && isRule(rule) ? rule : undefined;
}

/**
 * All issues in a body except those that depend on the bank's state.
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
  if (payment === null) return issuesIn(checkBody(schema, json));
  const { body, unknown } = knownBody(json);
  const checked = checkBody(schema, body, (known) =>
    issuesBetweenFields(known, payment.kind, payment.product),
  );
  const leftOut = unknown.map((path) => ({ path, text: `${path}: ${LEFT_OUT}`, rule: 'PAY-2' as const }));
  return [...issuesIn(checked), ...leftOut];
}

export function issuesIn(checked: ReturnType<typeof checkBody>): readonly BodyIssue[] {
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
