/** The parts of the bank that the resources use. */
import type { BankClock } from '../clock.ts';
import type { ScaAsk } from '../gate/gate.ts';
import type { RandomSource } from '../ids.ts';
import type { Journal } from '../journal.ts';
import type { AccessStore } from '../store/access.ts';
import type { Quirks } from '../quirks.ts';
import type { CardTransactionStore } from '../store/card-transactions.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { Books } from '../payments/books.ts';
import type { Scenarios } from '../scenarios.ts';
import type { PaymentStore } from '../store/payments.ts';
import type { TransactionStore } from '../store/transactions.ts';
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
