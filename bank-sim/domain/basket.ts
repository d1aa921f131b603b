/** Signing baskets: which payments they accept (BSK-3 to BSK-8), and their status, the worst of their payments (BSK-9). */
import { type Payment, type Status, type Step, isUnsigned } from './payment.ts';
import { type ProductShort, productByShort } from '../../shared/xs2a/payment-products.ts';
import { type Refusal, refuse } from './refusal.ts';

export type BasketStatus = 'RCVD' | 'PATC' | 'ACTC' | 'RJCT';

export interface Basket {
  id: string;
  tpp: string;
  createdAt: number;
  /** Whether a PSU has approved it. */
  authorised: boolean;
  paymentIds: readonly string[];
}

const COUNTS_AS: Readonly<Record<Status, BasketStatus>> = {
  RCVD: 'RCVD',
  PATC: 'PATC',
  ACTC: 'ACTC',
  PDNG: 'ACTC',
  ACCP: 'ACTC',
  // A held payment may still be settled; a stopped one will not (BSK-9).
  BLCK: 'ACTC',
  STOP: 'RJCT',
  ACSC: 'ACTC',
  PART: 'ACTC',
  RJCT: 'RJCT',
  CANC: 'RJCT',
};
export function countsAs(status: Status): BasketStatus {
  return COUNTS_AS[status];
}

const WORST_FIRST = ['RJCT', 'RCVD', 'PATC', 'ACTC'] as const;

export function basketStatus(payments: readonly Pick<Payment, 'status'>[]): BasketStatus {
  const found = new Set(payments.map(({ status }) => COUNTS_AS[status]));
  return WORST_FIRST.find((status) => found.has(status)) ?? 'RCVD';
}

/** The statuses that can follow each status. */
export const BASKET_LIFE = {
  RCVD: ['PATC', 'ACTC', 'RJCT'],
  PATC: ['ACTC', 'RJCT'],
  ACTC: ['RJCT'],
  RJCT: [],
} as const satisfies Record<BasketStatus, readonly BasketStatus[]>;

export interface BasketStep {
  /** Bank time in milliseconds. */
  at: number;
  status: BasketStatus;
  /** The step of a payment that caused it; null for the first status. */
  by: { payment: number; why: string } | null;
}

/**
 * The history of a basket's status (BSK-9). Steps at the same instant count as one.
 * @param paths the path of each payment, oldest step first
 */
export function basketPath(createdAt: number, paths: readonly (readonly Step[])[]): BasketStep[] {
  const now = paths.map((path) => countsAs(path.findLast(({ at }) => at <= createdAt)?.status ?? 'RCVD'));
  // Counting all payments at each step would be quadratic.
  const counts: Record<BasketStatus, number> = { RJCT: 0, RCVD: 0, PATC: 0, ACTC: 0 };
  for (const one of now) counts[one]++;
  const statusNow = () => WORST_FIRST.find((one) => counts[one] > 0) ?? 'RCVD';
  let status = statusNow();
  const steps: BasketStep[] = [{ at: createdAt, status, by: null }];
  const later = paths
    .flatMap((path, payment) => path.map((step) => ({ ...step, payment })))
    .filter(({ at }) => at > createdAt)
    .toSorted((a, b) => a.at - b.at);
  let by: BasketStep['by'] = null;
  for (const [place, { at, payment, status: taken, why }] of later.entries()) {
    const before = now[payment];
    if (before !== undefined) counts[before]--;
    now[payment] = countsAs(taken);
    counts[countsAs(taken)]++;
    if (statusNow() !== status) {
      status = statusNow();
      by = { payment, why };
    }
    if (by === null || later[place + 1]?.at === at) continue;
    steps.push({ at, status, by });
    by = null;
  }
  return steps;
}

/** A payment that a TPP names for a basket. */
export interface Candidate {
  /** Null if there is no payment with this id. */
  payment: Payment | null;
  /** Already in an open signing basket. */
  isTaken: boolean;
}

/**
 * Creates a basket, or refuses it because of the first payment that cannot be in it.
 * @param candidates one for each of its paymentIds, in the same order
 * @param onlyNcbct whether the bank accepts NCBCT payments only (BSK-5)
 */
export function makeBasket(
  order: Omit<Basket, 'authorised'>,
  candidates: readonly Candidate[],
  onlyNcbct: boolean,
): Basket | Refusal {
  for (const [at, candidate] of candidates.entries()) {
    const refusal = checkCandidate(candidate, `paymentIds/${at}`, order.tpp, onlyNcbct);
    if (refusal) return refusal;
  }
  return { ...order, authorised: false };
}

function checkCandidate(
  { payment, isTaken }: Candidate,
  path: string,
  tpp: string,
  onlyNcbct: boolean,
): Refusal | null {
  const at = { check: 'business', path } as const;
  if (payment === null || payment.tpp !== tpp) {
    const text = 'There is no payment with this id.';
    return refuse({ ...at, rule: 'BSK-3', status: 400, code: 'RESOURCE_UNKNOWN', text });
  }
  if (payment.kind !== 'single') {
    const text = `A ${payment.kind} payment cannot be in a signing basket.`;
    return refuse({ ...at, rule: 'BSK-4', status: 400, code: 'REFERENCE_MIX_INVALID', text });
  }
  if (onlyNcbct && payment.product !== 'NCBCT') {
    const accepted = inFull('NCBCT');
    const text = `In the sandbox, only payments of ${accepted} can be in signing baskets. This one is ${inFull(payment.product)}.`;
    const hint = `Remove this payment from paymentIds, or create it again as ${accepted}. To allow every single-payment product, set the quirk sandboxBasketProducts=all.`;
    return refuse({ ...at, rule: 'BSK-5', status: 400, code: 'PRODUCT_INVALID', text, hint });
  }
  if (payment.status === 'RCVD' && !isTaken) return null;
  const text =
    payment.status === 'RCVD'
      ? 'The payment is in another open signing basket.'
      : 'The payment is already signed, cancelled or rejected. Only unsigned payments can be in a signing basket.';
  return refuse({ ...at, rule: 'BSK-6', status: 409, code: 'REFERENCE_STATUS_INVALID', text });
}

/** The short name of a product with that of the path. */
function inFull(short: ProductShort): string {
  return `${short} (${productByShort(short).path})`;
}

/** BSK-7. An unapproved basket can be deleted even if one of its payments has already been deleted. @param status its status now */
export function isDeletable({ authorised }: Pick<Basket, 'authorised'>, status: BasketStatus): boolean {
  return !authorised || status === 'RCVD';
}

export function checkDeletable(basket: Basket, status: BasketStatus): Refusal | null {
  if (isDeletable(basket, status)) return null;
  const text = 'The signing basket has been approved and can no longer be deleted.';
  return refuse({ check: 'business', rule: 'BSK-7', status: 409, code: 'STATUS_INVALID', text });
}

/** BSK-8: at least one payment in the basket must be waiting for approval. */
export function checkApprovable(payments: readonly Payment[]): Refusal | null {
  if (payments.some(isUnsigned)) return null;
  const text = 'No payment in the signing basket is waiting for approval.';
  return refuse({ check: 'business', rule: 'BSK-8', status: 409, code: 'STATUS_INVALID', text });
}
