/** What a resource works with: the parts of the bank, and its answer. */
import type { BankClock } from '../clock.ts';
import type { ScaAsk } from '../gate/gate.ts';
import type { RandomSource } from '../ids.ts';
import type { Journal } from '../journal.ts';
import type { AccessStore } from '../store/access.ts';
import type { Quirks } from '../quirks.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { Books } from '../payments/books.ts';
import type { Scenarios } from '../scenarios.ts';
import type { PaymentStore } from '../store/payments.ts';
import type { TransactionStore, CardTransactionStore } from '../store/transactions.ts';
import type { UnattendedStore } from '../store/unattended.ts';
import type { Link } from '../../shared/xs2a/schemas.ts';

export interface Services {
  access: AccessStore;
  customers: CustomerStore;
  transactions: TransactionStore;
  unattended: UnattendedStore;
  cardTransactions: CardTransactionStore;
  clock: BankClock;
  quirks: Quirks;
  payments: PaymentStore;
  books: Books;
  scenarios: Scenarios;
  /** Salt of the stable ids (SCA-3). */
  salt: () => string;
  random: RandomSource;
  journal: Journal;
  startSca: (ask: ScaAsk) => Record<string, Link>;
  /** SBX-1. */
  reset: () => void;
}

export interface Answer {
  kind: 'answer';
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The response starts an SCA, which ASPSP-SCA-Approach announces (SVC-7). */
  startsSca?: boolean;
}

/** A body shared by several responses: serialised once. */
export class SharedBody {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', status, body, headers };
}
