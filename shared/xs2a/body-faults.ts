/** What is wrong with a JSON body, field by field: the bank's own words, also before anything is sent (PAY-2). */
import type { z } from 'zod';
import type { Operation } from './operations/operation.ts';
import { type Fault, faultsBetweenFields } from './payment-faults.ts';
import { paymentInput } from './payment-input.ts';
import { PAYMENT_SERVICES, type PaymentKind, productsOf } from './payment-products.ts';

/** The faults of a schema's error, each with the path to its field. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.flatMap(faultsOfIssue);
}

/** A field that nobody asked for gets a fault of its own, as every other field does. */
function faultsOfIssue(issue: z.core.$ZodIssue): Fault[] {
  const at = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...at, key].join('/');
      return { path, text: `${path}: is not a field of this operation.`.slice(0, 500) };
    });
  }
  const path = at.join('/');
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const problem = missing ? 'is missing' : issue.message;
  return [{ path, text: `${path === '' ? 'The body' : path}: ${problem}.`.slice(0, 500) }];
}

/**
 * All faults that an operation's schema finds in a body. What depends on the bank's state it cannot find.
 * @param params of the path; a payment's product decides on its fields
 */
export function bodyFaults(
  operation: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
  json: unknown,
): Fault[] {
  const payment = paymentOf(operation.path, params['payment-product'] ?? '');
  const checked = bodySchema(operation, params)?.safeParse(json);
  return [
    ...(checked === undefined || checked.success ? [] : faultsOf(checked.error)),
    ...(payment ? faultsBetweenFields(json, payment.kind, payment.product) : []),
  ];
}

/** The schema of an operation's body, or null where it takes none. @param params of the path; a payment's product decides on its fields */
export function bodySchema(
  { path, input }: Pick<Operation, 'path' | 'input'>,
  params: Readonly<Record<string, string>>,
): z.ZodType | null {
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
