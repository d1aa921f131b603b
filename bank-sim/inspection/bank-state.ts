/** A summary of the bank's state: what `GET /control/state` reports (contract section 13). */
import type { BankClock, ClockMode } from '../clock.ts';
import type { DueWork, Progress } from '../payments/due-work.ts';
import type { Quirks } from '../quirks.ts';
import type { Counts, CustomerStore } from '../store/customers.ts';
import type { PaymentStore } from '../store/payments.ts';

export interface BankState {
  environment: Quirks['environment'];
  /** Bank time, milliseconds since 1970. */
  now: number;
  clock: ClockMode;
  quirks: Quirks;
  counts: Counts & { payments: Record<string, number>; baskets: number };
  /** Bank time, milliseconds since 1970. */
  nextBatch: number;
  /** How far a long batch or clock move is; null if nothing is under way. */
  work: Progress | null;
  /** The sum over all accounts of each currency, in minor units; booking moves money but never creates it. */
  conservation: readonly { currency: string; sum: number }[];
}

export interface StateParts {
  clock: BankClock;
  customers: CustomerStore;
  payments: PaymentStore;
  due: DueWork;
  quirks: Quirks;
}

export function bankState({ clock, customers, payments, due, quirks }: StateParts): BankState {
  return {
    environment: quirks.environment,
    now: clock.now(),
    clock: clock.mode,
    quirks,
    counts: { ...customers.counts(), payments: payments.countByStatus(), baskets: payments.countBaskets() },
    nextBatch: due.nextBatch(),
    work: due.progress(),
    conservation: customers.conservation(),
  };
}
