/** Signing baskets: the worst case over the payments (BSK-9). */
import type { Payment, Status } from './payment.ts';

export type BasketStatus = 'RCVD' | 'PATC' | 'ACTC' | 'RJCT';

export interface Basket {
  id: string;
  tpp: string;
  createdAt: number;
  /** Whether somebody has approved it. */
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
  BLCK: 'ACTC',
  ACSC: 'ACTC',
  PART: 'ACTC',
  RJCT: 'RJCT',
  CANC: 'RJCT',
};
export function countsAs(status: Status): BasketStatus {
  return COUNTS_AS[status];
}

const WORST_FIRST = ['RJCT', 'RCVD', 'PATC', 'ACTC'] as const;

/** The status of a basket over the present statuses of its payments. */
export function basketStatus(payments: readonly Pick<Payment, 'status'>[]): BasketStatus {
  const found = new Set(payments.map(({ status }) => COUNTS_AS[status]));
  return WORST_FIRST.find((status) => found.has(status)) ?? 'RCVD';
}
