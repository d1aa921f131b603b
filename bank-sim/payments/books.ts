/** Keeps payments and money consistent: a step of a payment and its effect on the accounts are one transaction. */
import { addsTooMuch, isKeepable, LARGEST_KEPT } from '../../shared/money/money.ts';
import { convert } from '../../shared/money/money.ts';
import { type Account, type Customer, availableOn } from '../domain/model.ts';
import { type Item, itemsOf, type Payment, totalOf, transfersOf } from '../domain/payment.ts';
import type { BatchDays } from '../domain/batch-times.ts';
import type { Debtor, Moment } from '../domain/signing.ts';
import { codeOf } from '../domain/transaction-codes.ts';
import { encId, type RandomSource } from '../ids.ts';
import type { Journal } from '../journal.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { Ledger } from '../store/ledger.ts';
import type { PaymentStore } from '../store/payments.ts';
import { PaymentSteps } from './payment-steps.ts';

export interface BooksParts {
  payments: PaymentStore;
  customers: CustomerStore;
  ledger: Ledger;
  random: RandomSource;
  batchDays: () => BatchDays;
  /** Runs work in one transaction of the database and of the journal. */
  atomically: <T>(work: () => T) => T;
  journal: Journal;
}

export class Books {
  private readonly parts: BooksParts;
  readonly payments: PaymentStore;
  /** The payment that is due first; undefined if it is not cached. */
  private due: { id: string; at: number } | null | undefined;
  private readonly steps: PaymentSteps;
  /** The bytes of the last id of a transaction. */
  private lastId: Buffer | null = null;
  private inTransaction = false;

  constructor(parts: BooksParts) {
    this.parts = parts;
    this.payments = parts.payments;
    this.steps = new PaymentSteps(parts.payments, parts.journal);
  }

  /** Runs work in a transaction, or as a part of the current one, which an error must end. */
  atomically<T>(work: () => T): T {
    if (this.inTransaction) return work();
    return this.parts.atomically(() => {
      this.inTransaction = true;
      try {
        const value = work();
        this.enterBaskets();
        return value;
      } finally {
        this.inTransaction = false;
        this.steps.forgetBaskets();
      }
    });
  }

  /** Enters in the journal how the steps of payments have changed their baskets. */
  enterBaskets(): void {
    this.steps.enterBaskets();
  }

  newId(): string {
    return encId(this.parts.random(17));
  }

  /** Consecutive ids: those of a batch are neighbours in the database, which then writes a tenth of the pages. */
  private readonly newTransactionId = (): string => {
    this.lastId ??= Buffer.from(this.parts.random(17));
    this.lastId.writeUInt32BE((this.lastId.readUInt32BE(13) + 1) % 2 ** 32, 13);
    return encId(this.lastId);
  };

  moment(now: number): Moment {
    return { now, batchDays: this.parts.batchDays() };
  }

  /** Null if the account no longer exists. */
  debtorOf(payment: Payment): (Debtor & { available: number }) | null {
    const { debtorId } = payment;
    const account = this.parts.customers.account(debtorId);
    return (
      account && {
        account,
        blocked: this.parts.customers.arePaymentsBlocked(debtorId),
        available: this.spendable(payment, account),
      }
    );
  }

  /** Minor units that a payment can spend; 0 if its account no longer exists. */
  availableFor(payment: Payment): number {
    return this.debtorOf(payment)?.available ?? 0;
  }

  add(payment: Payment, createdOn: string, fingerprint: string): void {
    this.payments.add(payment, createdOn, fingerprint);
    this.steps.enter(null, payment);
  }

  /** Writes a step of a payment, with its reservations and bookings. */
  write(before: Payment, after: Payment, now: number, book: readonly Item[] = []): void {
    this.atomically(() => {
      this.due = undefined;
      if (before.reserved !== after.reserved) this.reserve(before, after, now);
      if (book.length > 0) this.transfer(after, book, now);
      this.steps.noteBasket(before, after);
      this.payments.put(after);
      this.steps.enter(before, after);
    });
  }

  /** Writes an approval; an instant payment is settled in the same step (PAY-6). */
  writeApproval(before: Payment, after: Payment, now: number): void {
    const instant = before.status !== after.status && after.status === 'ACSC';
    this.write(before, after, now, instant ? itemsOf(after) : []);
  }

  /** The payment whose next step is due first. Milliseconds of bank time. */
  firstDue(): { id: string; at: number } | null {
    if (this.due === undefined) this.due = this.payments.firstDue();
    return this.due;
  }

  /** Moves every payment that waits for a batch after an instant to another one, with a new deadline for funds (PAY-8). */
  moveInLine(after: number, dueAt: number, deadline: number): void {
    this.due = undefined;
    this.payments.moveInLine(after, dueAt, deadline);
  }

  /** Ends a payment that cannot be processed, and releases its reservation. @param at bank time */
  putAside(id: string, at: number, why: string): void {
    this.atomically(() => {
      this.due = undefined;
      const held = this.payments.heldBy(id);
      if (held !== null && held.reserved > 0) this.parts.ledger.release(held.debtorId, held.reserved, id);
      this.payments.putAside(id, at, why);
      const to = this.payments.heldBy(id)?.status;
      if (held !== null && to !== undefined) this.steps.enterStep({ id, from: held.status, to, why });
    });
  }

  /** After the state was replaced or a transaction failed. */
  clearCache(): void {
    this.due = undefined;
  }

  /** Minor units that a payment can spend: none if the sums would become too large to store. */
  private spendable(payment: Payment, account: Account): number {
    const { customers } = this.parts;
    const { reserved } = payment;
    const total = totalOf(payment);
    const sums = new Map([[account.currency, total]]);
    for (const { amount, currency } of itemsOf(payment))
      if (currency !== account.currency) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    const isTooMuch =
      account.reserved - reserved + total > LARGEST_KEPT ||
      // The transactions include the reservation.
      addsTooMuch(total - reserved, () => customers.turnover(account)) ||
      [...sums].some(([currency, sum]) => addsTooMuch(sum, () => customers.ownBalance(currency)));
    const available = availableOn(account);
    return isTooMuch ? Math.min(available, -reserved) : available;
  }

  /** Whether the creditor's balance stays small enough to store. */
  private canReceive(account: Account, item: Item): boolean {
    const credit = convert(item.amount, item.currency, account.currency);
    return (
      isKeepable(account.booked + credit) &&
      !addsTooMuch(credit, () => this.parts.customers.turnover(account))
    );
  }

  private reserve(before: Payment, after: Payment, now: number): void {
    const { ledger, customers } = this.parts;
    if (before.reserved > 0) ledger.release(before.debtorId, before.reserved, before.id);
    const account = after.reserved === 0 ? null : customers.account(after.debtorId);
    if (account === null) return;
    const [first, ...more] = transfersOf(after.body);
    const counterparty = more.length === 0 ? (first?.creditorName ?? '') : `${more.length + 1} payments`;
    const entry = {
      paymentId: after.id,
      counterparty,
      code: codeOf(after),
      at: now,
      id: this.newTransactionId(),
    };
    ledger.reserve(account, after.reserved, entry);
  }

  private transfer(payment: Payment, items: readonly Item[], at: number): void {
    const { ledger, customers } = this.parts;
    const debtor = customers.account(payment.debtorId);
    if (debtor === null) throw new Error('A payment cannot be booked without its account.');
    const owner: Customer | null = customers.byId(debtor.customerId);
    const own = { paymentId: payment.id, code: codeOf(payment), debtor, debtorName: owner?.name ?? '', at };
    for (const item of items) {
      const { bban, iban } = item.transfer.creditorAccount;
      const found = bban === undefined ? customers.accountByIban(iban ?? '') : customers.accountByBban(bban);
      // Otherwise as if at another bank, so that no money is lost and nothing fails.
      const creditor = found && this.canReceive(found, item) ? found : null;
      ledger.transfer({ ...own, item, creditor, newId: this.newTransactionId });
    }
  }
}
