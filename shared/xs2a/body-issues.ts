/** Finds the faults in a JSON body, field by field, with the bank's own messages, so that they can be shown before sending (PAY-2). */
import type { z } from 'zod';
import type { BodyIssue } from './body-issue.ts';
import type { Operation } from './operations/operation.ts';
import { paymentInput } from './payment-input.ts';
import { issuesBetweenFields } from './payment-issues.ts';
import { PAYMENT_SERVICES, type PaymentKind, productsOf } from './payment-products.ts';
import { type Ruled, ruleAt } from './ruled.ts';
import { isRule, type RuleId } from './rules.ts';

/** Checks parsed JSON against a schema. @returns the parsed value, or all issues */
export function checkBody<T>(
  schema: Ruled<z.ZodType<T>>,
  json: unknown,
): { value: T } | { issues: readonly BodyIssue[] } {
  const checked = schema.safeParse(json, { error: wording });
  if (checked.success) return { value: checked.data };
  return { issues: checked.error.issues.flatMap((issue) => issuesOf(issue, schema)) };
}

/** The bank's message for a missing field whose schema has none; null keeps the library's message. */
function wording({ code, input }: z.core.$ZodRawIssue): string | null {
  return code === 'invalid_type' && input === undefined ? 'is missing' : null;
}

/** An unknown field gets an issue of its own, as every other field does. Of a union, the branch of the same type counts. */
function issuesOf(issue: z.core.$ZodIssue, schema: Ruled): BodyIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => issueAt([...issue.path, key], 'is not a field of this operation', schema));
  }
  if (issue.code === 'invalid_union') {
    const [branch, ...others] = issue.errors.filter((issues) => !issues.some(isOfOtherType));
    if (branch !== undefined && others.length === 0)
      return branch.flatMap((one) => issuesOf({ ...one, path: [...issue.path, ...one.path] }, schema));
  }
  return [issueAt(issue.path, issue.message, schema, ruleOfCheck(issue))];
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
  const at = path.map(String).join('/');
  return { path: at, text: `${at === '' ? 'The body' : at}: ${problem}.`.slice(0, 500), rule };
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
  const checked = schema === null ? null : checkBody(schema, json);
  return [
    ...(checked !== null && 'issues' in checked ? checked.issues : []),
    ...(payment ? issuesBetweenFields(json, payment.kind, payment.product) : []),
  ];
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
  const product = productsOf(kind).find(({ path }) => path === segment);
  return product ? { kind, product } : null;
}
