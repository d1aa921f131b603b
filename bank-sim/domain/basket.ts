/** Signing baskets: the status is the worst case over the payments (BSK-9). */
import type { Payment, Status, Step } from './payment.ts';

export type BasketStatus = 'RCVD' | 'PATC' | 'ACTC' | 'RJCT';

export interface Basket {
  id: string;
  tpp: string;
  createdAt: number;
  /** Whether a PSU has approved it. */
  authorised: boolean;
  paymentIds: readonly string[];
}

/** What each status of a payment counts as in a basket. */
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

/** The status of a basket, given the present statuses of its payments. */
export function basketStatus(payments: readonly Pick<Payment, 'status'>[]): BasketStatus {
  const found = new Set(payments.map(({ status }) => COUNTS_AS[status]));
  return WORST_FIRST.find((status) => found.has(status)) ?? 'RCVD';
}

/** The statuses that can follow each status when one of the payments takes a step. */
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
  /** The payment's step that caused this status; null for the first step. */
  by: { payment: number; why: string } | null;
}

/**
 * The statuses that a basket has had, each with the payment that caused it (BSK-9). Steps at the same instant count as one.
 * @param paths the path of each payment, oldest step first
 */
export function basketPath(createdAt: number, paths: readonly (readonly Step[])[]): BasketStep[] {
  const now = paths.map((path) => countsAs(path.findLast(({ at }) => at <= createdAt)?.status ?? 'RCVD'));
  // How many payments count as what: to look at all of them at each step would take the square of the steps.
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
