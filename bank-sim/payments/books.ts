/** Keeps payments and money consistent: the effect of a payment's step on the accounts is written together with the step. */
import { addsTooMuch, isKeepable, LARGEST_KEPT, convert } from '../../shared/money/money.ts';
import type { Account, Customer } from '../domain/model.ts';
import { type Item, itemsOf, type Payment, totalOf, transfersOf } from '../domain/payment.ts';
import { availableOn } from '../domain/balances.ts';
import type { BatchDays } from '../domain/batches.ts';
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
  /** The quirk of that name. */
  batchDays: () => BatchDays;
  /** All or nothing, in the database and in the journal. */
  atomically: <T>(work: () => T) => T;
  journal: Journal;
}

export class Books {
  private readonly parts: BooksParts;
  readonly payments: PaymentStore;
  /** The payment that is due first; undefined if it must be looked up again. */
  private due: { id: string; at: number } | null | undefined;
  private readonly steps: PaymentSteps;
  /** The bytes of the last transaction's id. */
  private series: Buffer | null = null;
  /** Whether a transaction is. */
  private isUnderWay = false;

  constructor(parts: BooksParts) {
    this.parts = parts;
    this.payments = parts.payments;
    this.steps = new PaymentSteps(parts.payments, parts.journal);
  }

  /** Runs work in one SQLite transaction, all or nothing, or as a part of the one under way: whoever catches its error must end that one. */
  atomically<T>(work: () => T): T {
    if (this.isUnderWay) return work();
    return this.parts.atomically(() => {
      this.isUnderWay = true;
      try {
        const value = work();
        this.enterBaskets();
        return value;
      } finally {
        this.isUnderWay = false;
        this.steps.forgetBaskets();
      }
    });
  }

  /** Enters in the journal what has become of the baskets of the payments that have taken a step. */
  enterBaskets(): void {
    this.steps.enterBaskets();
  }

  newId(): string {
    return encId(this.parts.random(17));
  }

  /** Begins like the ids before it: those of a batch then lie side by side in the database, and a piece of it writes a tenth of the pages. */
  private readonly newTransactionId = (): string => {
    this.series ??= Buffer.from(this.parts.random(17));
    this.series.writeUInt32BE((this.series.readUInt32BE(13) + 1) % 2 ** 32, 13);
    return encId(this.series);
  };

  /** An instant, with the days on which batches run. @param now bank time in milliseconds */
  moment(now: number): Moment {
    return { now, batchDays: this.parts.batchDays() };
  }

  /** The debtor account of a payment, or null if it no longer exists. */
  debtorOf(payment: Payment): (Debtor & { available: number }) | null {
    const { debtorId } = payment;
    const account = this.parts.customers.account(debtorId);
    return (
      account && {
        account,
        blocked: this.parts.customers.arePaymentsBlocked(debtorId),
        available: this.roomFor(payment, account),
      }
    );
  }

  /** What can be spent from the debtor account of a payment; 0 if the account no longer exists. */
  availableFor(payment: Payment): number {
    return this.debtorOf(payment)?.available ?? 0;
  }

  add(payment: Payment, createdOn: string, fingerprint: string): void {
    this.payments.add(payment, createdOn, fingerprint);
    this.steps.enter(null, payment);
  }

  /** Writes a step of a payment, adjusts its reservations and books its items. */
  write(before: Payment, after: Payment, now: number, book: readonly Item[] = []): void {
    this.atomically(() => {
      this.due = undefined;
      if (before.reserved !== after.reserved) this.reserve(before, after, now);
      if (book.length > 0) this.transfer(after, book, now);
      this.steps.before(before, after);
      this.payments.put(after);
      this.steps.enter(before, after);
    });
  }

  /** Writes an approval; an instant payment is settled in the same step (PAY-6). */
  writeApproval(before: Payment, after: Payment, now: number): void {
    const instant = before.status !== after.status && after.status === 'ACSC';
    this.write(before, after, now, instant ? itemsOf(after) : []);
  }

  /** The payment whose next step is due first, with the time of that step in milliseconds of bank time, or null. */
  firstDue(): { id: string; at: number } | null {
    if (this.due === undefined) this.due = this.payments.firstDue();
    return this.due;
  }

  /** Moves every payment that waits for a batch after an instant to another one, with the last chance to find funds (PAY-8). */
  moveInLine(after: number, dueAt: number, deadline: number): void {
    this.due = undefined;
    this.payments.moveInLine(after, dueAt, deadline);
  }

  /** Ends a payment that cannot be worked on, whatever is wrong with it; its reservation is released. @param at bank time */
  putAside(id: string, at: number, why: string): void {
    this.atomically(() => {
      this.due = undefined;
      const held = this.payments.heldBy(id);
      if (held !== null && held.reserved > 0) this.parts.ledger.release(held.debtorId, held.reserved, id);
      this.payments.putAside(id, at, why);
      const to = this.payments.heldBy(id)?.status;
      if (held !== null && to !== undefined) this.steps.enterOne({ id, from: held.status, to, why });
    });
  }

  /** Discards what is due first, because the state was replaced or a transaction failed. */
  forget(): void {
    this.due = undefined;
  }

  /** What a payment can spend: nothing if the bank could not add it up or restore it afterwards. */
  private roomFor(payment: Payment, account: Account): number {
    const { customers } = this.parts;
    const { reserved } = payment;
    const total = totalOf(payment);
    const sums = new Map([[account.currency, total]]);
    for (const { amount, currency } of itemsOf(payment))
      if (currency !== account.currency) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    const isTooMuch =
      account.reserved - reserved + total > LARGEST_KEPT ||
      // What is reserved is among the transactions already.
      addsTooMuch(total - reserved, () => customers.turnover(account)) ||
      [...sums].some(([currency, sum]) => addsTooMuch(sum, () => customers.ownBalance(currency)));
    const available = availableOn(account);
    return isTooMuch ? Math.min(available, -reserved) : available;
  }

  /** Whether a creditor's account can hold what it is sent. */
  private hasRoom(account: Account, item: Item): boolean {
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
      // A creditor account that cannot hold the amount is treated as one at another bank, so that no money is lost and nothing fails.
      const creditor = found && this.hasRoom(found, item) ? found : null;
      ledger.transfer({ ...own, item, creditor, newId: this.newTransactionId });
    }
  }
}
