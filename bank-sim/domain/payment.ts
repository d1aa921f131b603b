/** Payments and their life cycle (PAY-6). A status change that it does not allow does not compile. */
import { convert, minorText, parseMinor } from '../../shared/money/money.ts';
import { type PaymentBody, type StandingOrder, type Transfer } from '../../shared/xs2a/payment-body.ts';
import type { PaymentKind, ProductShort } from '../../shared/xs2a/payment-products.ts';
import {
  type PaymentStatus,
  type TransactionStatus,
  transactionStatusOf,
} from '../../shared/xs2a/payment-schemas.ts';

export type Status = PaymentStatus;

/** The statuses that can follow each status. */
export const LIFE = {
  /** Received, waiting for approval. */
  RCVD: ['PATC', 'ACTC', 'PDNG', 'ACCP', 'ACSC', 'RJCT', 'CANC'],
  /** Approved by one signer, waiting for a second (PAY-6a). */
  PATC: ['ACTC', 'PDNG', 'ACCP', 'ACSC', 'RJCT', 'CANC'],
  /** Approved for a future day; a periodic payment until its last run. */
  ACTC: ['PDNG', 'ACCP', 'BLCK', 'STOP', 'ACSC', 'PART', 'RJCT', 'CANC'],
  /** Funds reserved, waiting for a batch. */
  PDNG: ['ACSC', 'PART', 'RJCT', 'BLCK', 'STOP'],
  /** Approved without sufficient funds; retried at each batch of its day (PAY-8). */
  ACCP: ['ACSC', 'PART', 'RJCT', 'BLCK', 'STOP'],
  /** Held by the operator (PAY-9). */
  BLCK: ['ACTC', 'PDNG', 'ACCP', 'STOP', 'ACSC', 'PART', 'RJCT'],
  /** Stopped by the operator for good (PAY-9). */
  STOP: [],
  ACSC: [],
  PART: [],
  RJCT: [],
  CANC: [],
} as const satisfies Record<Status, readonly Status[]>;

/** The statuses that can follow each of several statuses. */
type Onward<S extends Status> = {
  [T in Status]: [S] extends [{ [K in Status]: T extends (typeof LIFE)[K][number] ? K : never }[Status]]
    ? T
    : never;
}[Status];

export interface Step {
  /** Bank time in milliseconds. */
  at: number;
  status: Status;
  why: string;
}

export interface Done {
  settled: number;
  failed: number;
  /** Positions of the settled items of a bulk payment. */
  items: readonly number[];
}

/** Bounds the history of a payment that runs daily for years. */
export const KEPT_STEPS = 100;
const FIRST_STEPS = 20;

/** Drops the oldest step after the first ones. */
function addStep(path: readonly Step[], step: Step): Step[] {
  return path.length < KEPT_STEPS
    ? [...path, step]
    : [...path.slice(0, FIRST_STEPS), ...path.slice(FIRST_STEPS + 1), step];
}

interface Fields {
  id: string;
  tpp: string;
  kind: PaymentKind;
  product: ProductShort;
  /** The product as the TPP spelled it in the path. */
  segment: string;
  /** The PSU for whom it was created, if the TPP named one. */
  psuId: string | null;
  /** The corporate agreement of the first signer. */
  agreementId: string | null;
  debtorId: string;
  debtorCurrency: string;
  body: PaymentBody;
  createdAt: number;
  /** Customers who have approved, in order. */
  signers: readonly string[];
  /** Reserved amount, in minor units of the debtor's currency. */
  reserved: number;
  /** Null until the bank first tries to reserve funds. */
  fundsAvailable: boolean | null;
  /** When its next step is due, in milliseconds of bank time. */
  dueAt: number | null;
  /** The batch after which a lack of funds is final. */
  deadline: number | null;
  /** Transfers, or runs of a periodic payment. */
  done: Done;
  path: readonly Step[];
}

/** A payment in one of several statuses. */
export type PaymentIn<S extends Status> = { [K in S]: Fields & { status: K } }[S];
export type Payment = PaymentIn<Status>;

/** The fields that can change along with the status. */
export type Changes = Partial<
  Pick<Fields, 'signers' | 'agreementId' | 'reserved' | 'fundsAvailable' | 'dueAt' | 'deadline' | 'done'>
>;

/** Moves a payment to a status. Clears the due time unless the changes set it again. */
export function move<S extends Status>(
  payment: PaymentIn<S>,
  status: Onward<S>,
  { at, why }: Omit<Step, 'status'>,
  changes: Changes = {},
): Payment {
  const path = addStep(payment.path, { at, status, why });
  return { ...payment, dueAt: null, deadline: null, ...changes, status, path };
}

/** Adds a step without a change of status. */
export function note(payment: Payment, step: Omit<Step, 'status'>, changes: Changes = {}): Payment {
  return { ...payment, ...changes, path: addStep(payment.path, { ...step, status: payment.status }) };
}

export function isUnsigned(payment: Payment): payment is PaymentIn<'RCVD' | 'PATC'> {
  return payment.status === 'RCVD' || payment.status === 'PATC';
}

/** Approved and not yet settled, so that the operator can hold or stop it (PAY-9). */
export function isUnderway(payment: Payment): payment is PaymentIn<'ACTC' | 'PDNG' | 'ACCP'> {
  return payment.status === 'ACTC' || payment.status === 'PDNG' || payment.status === 'ACCP';
}

/** The status for TPPs, the same for held and stopped payments (PAY-9). @param onHold the quirk onHoldStatus */
export function shownStatus({ status }: Pick<Payment, 'status'>, onHold: 'BLCK' | 'PDNG'): TransactionStatus {
  const shown = transactionStatusOf(status);
  return shown === 'BLCK' ? onHold : shown;
}

/** PAY-17, PAY-20: in minor units of NOK. */
const FEES: Readonly<Record<ProductShort, number>> = {
  NDCT: 0,
  INDCTS: 500,
  SCT: 1_500,
  CBCT: 5_000,
  NCBCT: 4_000,
};
const URGENT = 15_000;

/** The fee in minor units of the debtor's currency. Bulk and periodic payments are free. */
export function feeOf(product: ProductShort, transfer: Transfer, currency: string): number {
  return convert(transfer.serviceLevel === 'URGP' ? URGENT : FEES[product], 'NOK', currency);
}

/** The amounts of one transfer. */
export interface Item {
  transfer: Transfer;
  /** Minor units of the instructed currency. */
  amount: number;
  currency: string;
  /** Minor units of the debtor's currency: the amount that leaves the account, and the fee in addition to it. */
  debit: number;
  fee: number;
}

export function itemsOf(payment: Payment): Item[] {
  const { body, debtorCurrency } = payment;
  return transfersOf(body).map((transfer) => {
    const { currency } = transfer.instructedAmount;
    const amount = parseMinor(transfer.instructedAmount.amount, currency) ?? 0;
    const fee = payment.kind === 'single' ? feeOf(payment.product, transfer, debtorCurrency) : 0;
    return { transfer, amount, currency, debit: convert(amount, currency, debtorCurrency), fee };
  });
}

/** `NOK 1,250.00 to Ingrid Haugen`, or the sums with the number of transfers. */
export function payingText(payments: readonly Payment[]): string {
  const items = payments.flatMap(itemsOf);
  const sums = new Map<string, number>();
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const sum = [...sums].map(([currency, amount]) => minorText(amount, currency)).join(' and ');
  const [first] = items;
  if (first === undefined) return 'no payment';
  return `${sum} ${items.length === 1 ? `to ${first.transfer.creditorName}` : `in ${items.length} payments`}`;
}

export function transfersOf(body: PaymentBody): readonly Transfer[] {
  return body.payments ?? [body];
}

/** The unsettled amount with fees; of a periodic payment, that of each run. */
export function totalOf(payment: Payment): number {
  const settled = new Set(payment.done.items);
  return itemsOf(payment).reduce((sum, { debit, fee }, at) => (settled.has(at) ? sum : sum + debit + fee), 0);
}

/** In minor units of NOK, without fees; compared with the limits of engagements (PAY-6a). */
export function counterValueOf(payment: Payment): number {
  return itemsOf(payment).reduce((sum, { amount, currency }) => sum + convert(amount, currency, 'NOK'), 0);
}

/** The schedule of a periodic payment. @throws Error for any other kind */
export function orderOf({ body }: Payment): StandingOrder {
  if (body.payments !== undefined || body.startDate === undefined || body.frequency === undefined)
    throw new Error('Only a periodic payment has a schedule.');
  return { ...body, startDate: body.startDate, frequency: body.frequency };
}
