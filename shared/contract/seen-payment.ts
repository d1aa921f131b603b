/** What is known of a payment whose id is offered for a signing basket, and whether it can be put into one (BSK-4 to BSK-6). */
import { z } from 'zod';
import { operationAt } from '../requests/http.ts';
import { TRANSACTION_STATUSES } from '../xs2a/payment-schemas.ts';
import {
  kindOfPath,
  PAYMENT_KINDS,
  PRODUCT_SHORTS,
  productAt,
  type ProductShort,
} from '../xs2a/payment-products.ts';

const statusSchema = z.enum(TRANSACTION_STATUSES);

export const kindSchema = z.enum(PAYMENT_KINDS);
export const productSchema = z.enum(PRODUCT_SHORTS);

export const seenPaymentSchema = z.object({
  kind: kindSchema,
  product: productSchema,
  /** As the bank said last; null if it has not said. */
  status: statusSchema.nullable(),
  isInBasket: z.boolean(),
});
export type SeenPayment = z.infer<typeof seenPaymentSchema>;

/** Why a payment cannot be put into a new basket. `unknown`: too little is known of it to say that it can. */
export type BasketObstacle = 'kind' | 'product' | 'status' | 'taken' | 'unknown';

/**
 * @param payment what is known of it
 * @param products those that the bank accepts in baskets; null for all, or if nobody knows
 * @returns null if nothing is in the way
 */
export function obstacleTo(
  payment: SeenPayment | undefined,
  products: readonly ProductShort[] | null,
): BasketObstacle | null {
  if (payment === undefined) return 'unknown';
  if (payment.kind !== 'single') return 'kind';
  if (products !== null && !products.includes(payment.product)) return 'product';
  if (payment.status === null) return 'unknown';
  if (payment.status !== 'RCVD') return 'status';
  return payment.isInBasket ? 'taken' : null;
}

/**
 * What a path and the object that came with it say of a payment.
 * @param about may hold a transactionStatus
 * @returns undefined if the path is not one of a payment
 */
export function seenPayment(method: string, path: string, about: unknown): SeenPayment | undefined {
  const { 'payment-product': segment, 'payment-id': id } = operationAt(method, path)?.params ?? {};
  if (segment === undefined || id === undefined) return undefined;
  const kind = kindOfPath(path);
  const product = productAt(kind, segment)?.short;
  if (product === undefined) return undefined;
  const said = z.object({ transactionStatus: statusSchema }).safeParse(about);
  return { kind, product, status: said.data?.transactionStatus ?? null, isInBasket: false };
}

/** A later look at the same payment. What the bank did not say again is as it was. */
export function seenAgain(
  before: SeenPayment | undefined,
  now: SeenPayment | undefined,
): SeenPayment | undefined {
  if (now === undefined || before === undefined) return now ?? before;
  return { ...now, status: now.status ?? before.status, isInBasket: before.isInBasket };
}

/** The payments that the body of a new basket names; none if it cannot be read. */
export function paymentIdsIn(body: string): string[] {
  try {
    const { paymentIds } = JSON.parse(body) as { paymentIds?: unknown };
    return Array.isArray(paymentIds) ? paymentIds.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
