/** Ids from responses of a bank, for fields that take one, and whether a payment fits a signing basket (BSK-4 to BSK-6). */
import { amountText } from '../money/money.ts';
import { z } from 'zod';
import type { Exchange } from './exchange.ts';
import { operationAt, PLACEHOLDER } from '../requests/http.ts';
import { BANK_METHODS } from '../xs2a/http-syntax.ts';
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

const seenPaymentSchema = z.object({
  kind: kindSchema,
  product: productSchema,
  /** From the latest response; null if unknown. */
  status: statusSchema.nullable(),
  isInBasket: z.boolean(),
});
type SeenPayment = z.infer<typeof seenPaymentSchema>;

/** Why a payment cannot be in a new basket. `unknown`: too little is known of it. */
type BasketObstacle = 'kind' | 'product' | 'status' | 'taken' | 'unknown';

/** The obstacle to a payment in a basket, or null. @param products those that the bank accepts; null for all, or if unknown */
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

/** The payment of a path; undefined for any other path. @param about may have a transactionStatus */
export function seenPayment(method: string, path: string, about: unknown): SeenPayment | undefined {
  const { 'payment-product': segment, 'payment-id': id } = operationAt(method, path)?.params ?? {};
  if (segment === undefined || id === undefined) return undefined;
  const kind = kindOfPath(path);
  const product = productAt(kind, segment)?.short;
  if (product === undefined) return undefined;
  const said = z.object({ transactionStatus: statusSchema }).safeParse(about);
  return { kind, product, status: said.data?.transactionStatus ?? null, isInBasket: false };
}

/** Merges a later response about the same payment. */
export function seenAgain(
  before: SeenPayment | undefined,
  now: SeenPayment | undefined,
): SeenPayment | undefined {
  if (now === undefined || before === undefined) return now ?? before;
  return { ...now, status: now.status ?? before.status, isInBasket: before.isInBasket };
}

/** The payments in the body of a new basket; none if it cannot be parsed. */
export function paymentIdsIn(body: string): string[] {
  try {
    const { paymentIds } = JSON.parse(body) as { paymentIds?: unknown };
    return Array.isArray(paymentIds) ? paymentIds.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const recentIdSchema = z.object({
  /** The parameter or header that takes it, such as `payment-id`. */
  name: z.string(),
  value: z.string(),
  /** Shown description: "GBP 2,400.00 to Thames Cranes Ltd". */
  about: z.string(),
  /** Milliseconds since 1970, by this machine's clock. */
  at: z.number(),
  payment: seenPaymentSchema.optional(),
});
export type RecentId = z.infer<typeof recentIdSchema>;

/** The header with the id of an agreement, which no link contains. */
export const CORPORATE_ID = 'psu-corporate-id';

/** Fields of a body with ids of a parameter. */
export const IDS_OF_FIELD: Readonly<Record<string, string>> = { paymentIds: 'payment-id' };

/** Characters of a value and of its description; a longer value is not an id. */
const MAX_CHARS = { value: 400, about: 80 };

type Answered = Pick<Exchange, 'at' | 'title' | 'method' | 'path' | 'status' | 'requestBody' | 'response'>;

/**
 * The ids in the links of a response and in the path that was sent, each once.
 * @param exchange already masked; ids with a mask or a template are left out
 */
export function idsIn(exchange: Answered, mask: string): RecentId[] {
  const { at, title, method, path, status, requestBody, response } = exchange;
  if (status === null || status >= 300 || response === null) return [];
  const found = new Map<string, RecentId>();
  const add = (name: string, value: string, about: string, payment?: RecentId['payment']) => {
    if (value === '' || value.length > MAX_CHARS.value || value.includes(mask) || PLACEHOLDER.test(value))
      return;
    const key = `${name} ${value}`;
    if (found.has(key)) return;
    found.set(key, { name, value, about: about.slice(0, MAX_CHARS.about), at, ...(payment && { payment }) });
  };
  const take = (verb: string, href: string, about: string, item: unknown) => {
    for (const [name, value] of Object.entries(operationAt(verb, href)?.params ?? {}))
      if (name.endsWith('-id'))
        add(name, value, about, name === 'payment-id' ? seenPayment(verb, href, item) : undefined);
  };
  const body = jsonOf(response.body);
  for (const item of itemsOf(body)) {
    const about = describedBy(item) || describedBy(jsonOf(requestBody)) || title;
    for (const href of hrefsOf(item)) for (const verb of BANK_METHODS) take(verb, href, about, item);
    const corporateId = item['psuCorporateId'];
    if (typeof corporateId === 'string') add(CORPORATE_ID, corporateId, about);
  }
  take(method, path, title, body);
  return [...found.values()];
}

/** The body itself and the entries of its lists. */
function itemsOf(body: unknown): Record<string, unknown>[] {
  if (!isObject(body)) return [];
  const lists = Object.values(body).filter((value) => Array.isArray(value));
  return [body, ...lists.flat().filter(isObject)];
}

function hrefsOf(item: Readonly<Record<string, unknown>>): string[] {
  const links = item['_links'];
  if (!isObject(links)) return [];
  return Object.values(links).flatMap((link) =>
    isObject(link) && typeof link['href'] === 'string' ? [link['href']] : [],
  );
}

/** An amount with creditor and end-to-end id, the number of payments, or a name with a number. */
function describedBy(value: unknown): string {
  if (!isObject(value)) return '';
  const { instructedAmount, creditorName, endToEndIdentification: endToEnd, payments } = value;
  const { name, bban, iban } = value;
  if (isObject(instructedAmount)) {
    const { amount, currency } = instructedAmount;
    const to = typeof creditorName === 'string' ? ` to ${creditorName}` : '';
    const own = typeof endToEnd === 'string' && endToEnd !== '' ? `, ${endToEnd}` : '';
    return `${amountText({ amount: String(amount), currency: String(currency) })}${to}${own}`;
  }
  if (Array.isArray(payments) && payments.length > 0) return countOfPayments(payments.length);
  return [name, bban ?? iban].filter((one) => typeof one === 'string' && one !== '').join(' ');
}

const countOfPayments = (count: number) => (count === 1 ? '1 payment' : `${count} payments`);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
