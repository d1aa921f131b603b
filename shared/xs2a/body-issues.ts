/** What is wrong with a JSON body, field by field: the bank's own words, also before anything is sent (PAY-2). */
import type { z } from 'zod';
import type { BodyIssue } from './body-issue.ts';
import type { Operation } from './operations/operation.ts';
import { paymentInput } from './payment-input.ts';
import { issuesBetweenFields } from './payment-issues.ts';
import { PAYMENT_SERVICES, type PaymentKind, productsOf } from './payment-products.ts';
import { type Ruled, ruleAt } from './ruled.ts';
import { isRule, type RuleId } from './rules.ts';

/** Checks parsed JSON against a schema. @returns the value that the schema makes of it, or everything that is wrong with it */
export function checkBody<T>(
  schema: Ruled<z.ZodType<T>>,
  json: unknown,
): { value: T } | { issues: readonly BodyIssue[] } {
  const checked = schema.safeParse(json, { error: wording });
  if (checked.success) return { value: checked.data };
  return { issues: checked.error.issues.flatMap((issue) => issuesOf(issue, schema)) };
}

/** The bank's words where a schema has none of its own for a field that is missing; null leaves the library's. */
function wording({ code, input }: z.core.$ZodRawIssue): string | null {
  return code === 'invalid_type' && input === undefined ? 'is missing' : null;
}

/** A field that nobody asked for gets an issue of its own, as every other field does. */
function issuesOf(issue: z.core.$ZodIssue, schema: Ruled): BodyIssue[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => issueAt([...issue.path, key], 'is not a field of this operation', schema));
  }
  return [issueAt(issue.path, issue.message, schema, ruleOfCheck(issue))];
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

/** The rule that a single check of a schema names for itself, as `params: { rule }`. */
function ruleOfCheck(issue: z.core.$ZodIssue): RuleId | undefined {
  const rule: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined;
  return typeof rule === 'string' && isRule(rule) ? rule : undefined;
}

/**
 * All issues that an operation's schema finds in a body. What depends on the bank's state it cannot find.
 * @param params of the path; a payment's product decides on its fields
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

/** The schema of an operation's body, or null where it takes none. @param params of the path; a payment's product decides on its fields */
export function bodySchema(
  { path, input }: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
): Ruled | null {
  const payment = paymentOf(path, params['payment-product'] ?? '');
  return payment ? paymentInput(payment.kind, payment.product) : (input ?? null);
}

/** Kind and product of a path that creates payments, or null. */
function paymentOf(template: string, segment: string) {
  const kinds = Object.keys(PAYMENT_SERVICES) as PaymentKind[];
  const kind = kinds.find((one) => template === `/v1/${PAYMENT_SERVICES[one]}/{payment-product}`);
  if (kind === undefined) return null;
  const product = productsOf(kind).find(({ path }) => path === segment);
  return product ? { kind, product } : null;
}
