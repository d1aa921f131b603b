/** Approval of payments (PAY-6, PAY-6a, PAY-8). */
import { osloDate } from '../../shared/norway/oslo.ts';
import { type BatchDays, lastBatchOn, nextBatch, startOfDay } from './batch-times.ts';
import { type Account, type Agreement, type Customer, availableOn } from './model.ts';
import {
  type Changes,
  counterValueOf,
  move,
  note,
  orderOf,
  type Payment,
  type PaymentIn,
  totalOf,
} from './payment.ts';
import { nextRun } from './schedule.ts';
import type { ScaFailure } from './sca.ts';

/** A customer, for themselves or under an agreement, as chosen in the SCA. */
export interface Signer {
  customer: Customer;
  agreement: Agreement | null;
}

export interface Debtor {
  account: Account;
  /** The bank has blocked payments from it (SCA-12). */
  blocked: boolean;
  /** Minor units that a payment can spend, if less than the account has. */
  available?: number;
}

export type Signed =
  | { kind: 'signed'; payment: Payment }
  /** The SCA fails; the payment may have changed nevertheless. */
  | { kind: 'failed'; payment: Payment; failure: ScaFailure };

/** In whole NOK, 0 for no limit; null if the signer may not pay from the account. */
export function limitsOf(
  { customer, agreement }: Signer,
  account: Account,
): { registerLimit: number; approvalLimit: number } | null {
  if (agreement === null)
    return account.customerId === customer.id ? { registerLimit: 0, approvalLimit: 0 } : null;
  return (
    agreement.engagements.find(
      (engagement) =>
        engagement.psuCustomerId === customer.id &&
        engagement.accountId === account.id &&
        engagement.roles.includes('REGISTER'),
    ) ?? null
  );
}

/** Names the capacity: the remedy is often to act for the company that owns the account. */
export function mayNotPay({ customer, agreement }: Signer): string {
  return `${customer.name} may not pay from this account ${agreement === null ? 'as a private person' : `under “${agreement.name}”`}.`;
}

/** @param limit in whole NOK @param counterValue in minor units of NOK; an equal value is not above */
export function isAbove(limit: number, counterValue: number): boolean {
  return limit !== 0 && counterValue > limit * 100;
}

const failed = (payment: Payment, message: string, status = 400, code = 'PAYMENT_FAILED'): Signed => ({
  kind: 'failed',
  payment,
  failure: { system: 'payments', status, code, message },
});

export interface Moment {
  /** Bank time in milliseconds. */
  now: number;
  batchDays: BatchDays;
}

/** Adds one approval. @param inBasket a payment without funds waits, and one from a blocked account is rejected (PAY-8, BSK-8) */
export function sign(
  payment: PaymentIn<'RCVD' | 'PATC'>,
  signer: Signer,
  debtor: Debtor | null,
  moment: Moment,
  inBasket: boolean,
): Signed {
  const { now } = moment;
  if (debtor === null) return failed(payment, 'The debtor account no longer exists.');
  const limits = limitsOf(signer, debtor.account);
  if (limits === null) return failed(payment, mayNotPay(signer));
  if (debtor.blocked) {
    const why = 'The bank does not allow payments from this account.';
    const step = { at: now, why };
    return failed(inBasket ? move(payment, 'RJCT', step) : payment, why, 403, 'SERVICE_BLOCKED');
  }
  const value = counterValueOf(payment);
  // Without a PSU-ID at creation, the limit for registering applies here (PAY-6a).
  if (payment.psuId === null && payment.status === 'RCVD' && isAbove(limits.registerLimit, value))
    return failed(payment, 'The amount exceeds what this person may register.');
  const { customer, agreement } = signer;
  if (payment.status === 'PATC') {
    if (payment.agreementId !== (agreement?.id ?? null))
      return failed(payment, 'The second signer must act under the same agreement as the first.');
    if (payment.signers.includes(customer.id)) {
      const why = `${customer.name} has already approved. Someone else must approve.`;
      return { kind: 'signed', payment: note(payment, { at: now, why }) };
    }
  }
  const signers = { signers: [...payment.signers, customer.id], agreementId: agreement?.id ?? null };
  if (payment.status === 'RCVD' && isAbove(limits.approvalLimit, value)) {
    const why = `${customer.name} approved. The amount exceeds what one person may approve alone.`;
    return { kind: 'signed', payment: move(payment, 'PATC', { at: now, why }, signers) };
  }
  const who = `${customer.name} approved`;
  if (payment.kind === 'periodic') return approveRuns(payment, signers, now, who);
  const approved = { ...payment, ...signers };
  return approve(approved, debtor.available ?? availableOn(debtor.account), moment, inBasket, who);
}

/** All signers have approved a periodic payment. Without a run left it stays unsigned. */
function approveRuns(
  payment: PaymentIn<'RCVD' | 'PATC'>,
  signers: Changes,
  now: number,
  who: string,
): Signed {
  const run = nextRun(orderOf(payment), now);
  if (run === null) return failed(payment, 'No runs are left before endDate.');
  const why = `${who}. The first run is on ${run.day}.`;
  return { kind: 'signed', payment: move(payment, 'ACTC', { at: now, why }, { ...signers, dueAt: run.at }) };
}

/** All signers have approved a single or bulk payment. The caller books one in ACSC at once. */
function approve(
  payment: PaymentIn<'RCVD' | 'PATC'>,
  available: number,
  moment: Moment,
  inBasket: boolean,
  who: string,
): Signed {
  const { now } = moment;
  const date = payment.body.requestedExecutionDate;
  if (date !== undefined && date > osloDate(now)) {
    const step = { at: now, why: `${who}. The execution date is ${date}.` };
    return { kind: 'signed', payment: move(payment, 'ACTC', step, { dueAt: startOfDay(date) }) };
  }
  if (payment.product === 'INDCTS') {
    if (available >= totalOf(payment)) {
      const step = { at: now, why: `${who}. The payment settled immediately.` };
      return { kind: 'signed', payment: move(payment, 'ACSC', step, { fundsAvailable: true }) };
    }
    if (!inBasket) {
      const why = 'Insufficient funds on the account.';
      const rejected = move(payment, 'RJCT', { at: now, why }, { fundsAvailable: false });
      return failed(rejected, why);
    }
  }
  return { kind: 'signed', payment: enqueue(payment, available, moment, `${who}.`) };
}

/** Queues the payment for the next batch, with or without reserved funds (PAY-8). */
function enqueue(
  payment: PaymentIn<'RCVD' | 'PATC' | 'ACTC' | 'BLCK'>,
  available: number,
  { now, batchDays }: Moment,
  why: string,
): Payment {
  const dueAt = nextBatch(now, batchDays);
  const due = { dueAt, deadline: lastBatchOn(dueAt) };
  const total = totalOf(payment);
  if (payment.reserved > 0 || available >= total) {
    const step = { at: now, why: `${why} The funds are reserved.` };
    return move(payment, 'PDNG', step, { ...due, reserved: total, fundsAvailable: true });
  }
  const step = {
    at: now,
    why: `${why} Insufficient funds. The payment is retried at each batch of the day.`,
  };
  return move(payment, 'ACCP', step, { ...due, fundsAvailable: false });
}

/** Moves a signed payment on its execution day to PDNG or ACCP (PAY-6). */
export function beginDay(payment: PaymentIn<'ACTC'>, available: number, moment: Moment): Payment {
  return enqueue(payment, available, moment, 'The execution date has arrived.');
}

/** Releases a held payment, which settles at the next batch (PAY-9). */
export function release(payment: PaymentIn<'BLCK'>, available: number, moment: Moment): Payment {
  const { now } = moment;
  const why = 'Released by the operator';
  if (payment.kind === 'periodic') {
    const run = nextRun(orderOf(payment), now);
    if (run === null) return finishRuns(payment, { at: now, why: `${why}. No runs are left.` });
    return move(
      payment,
      'ACTC',
      { at: now, why: `${why}. The next run is on ${run.day}.` },
      { dueAt: run.at },
    );
  }
  const date = payment.body.requestedExecutionDate;
  if (date !== undefined && date > osloDate(now))
    return move(payment, 'ACTC', { at: now, why: `${why}.` }, { dueAt: startOfDay(date) });
  return enqueue(payment, available, moment, `${why}.`);
}

/** After the last run: ACSC if all runs were settled, PART if some, RJCT if none. */
export function finishRuns(
  payment: PaymentIn<'ACTC' | 'BLCK'>,
  step: { at: number; why: string },
  done = payment.done,
): Payment {
  const status = done.settled === 0 ? 'RJCT' : done.failed > 0 ? 'PART' : 'ACSC';
  return move(payment, status, step, { done });
}
