/** Work that the passing of time causes: start of days, batches, runs of periodic payments. In order, and once each (SBX-5). */
import type { BankClock } from '../clock.ts';
import { nextBatch } from '../domain/batches.ts';
import { move, type Payment } from '../domain/payment.ts';
import { runOnce, settle, type Settlement } from '../domain/settlement.ts';
import { beginDay } from '../domain/signing.ts';
import type { Books } from './books.ts';

export interface BatchResult {
  settled: number;
  rejected: number;
  retried: number;
}

export class DueWork {
  private readonly books: Books;
  private readonly clock: BankClock;
  private readonly changed: () => void;

  /** @param changed called after every instant at which something was done */
  constructor(books: Books, clock: BankClock, changed: () => void) {
    this.books = books;
    this.clock = clock;
    this.changed = changed;
  }

  /** Does everything that is due by the bank's clock. Cheap if nothing is due; called before every request. */
  catchUp(): void {
    for (;;) {
      const at = this.books.nextDue();
      if (at === null || at > this.clock.now()) return;
      const { payments } = this.books;
      // One transaction per instant: after a crash, the next start repeats that instant from its beginning.
      this.books.atomically(() => {
        for (const id of payments.dueAt(at)) this.process(id, at);
      });
      this.changed();
    }
  }

  /** Runs a batch outside the timetable. Like every batch, it skips periodic payments. */
  runBatch(): BatchResult {
    this.catchUp();
    const now = this.clock.now();
    const { payments } = this.books;
    const result: BatchResult = { settled: 0, rejected: 0, retried: 0 };
    this.books.atomically(() => {
      for (const id of payments.inLine()) {
        const outcome = this.process(id, now);
        if (outcome) result[outcome]++;
      }
    });
    this.changed();
    return result;
  }

  /** The next batch of the timetable, in milliseconds of bank time. */
  nextBatch(): number {
    return nextBatch(this.clock.now());
  }

  private process(id: string, now: number): Settlement['outcome'] | null {
    const payment = this.books.payments.get(id);
    if (payment === null) return null;
    if (this.books.debtorOf(payment) === null) return this.reject(payment, now);
    const available = this.books.availableFor(payment);
    switch (payment.status) {
      case 'ACTC':
        if (payment.kind === 'periodic') return this.write(payment, runOnce(payment, available, now), now);
        this.books.write(payment, beginDay(payment, available, now), now);
        return null;
      case 'PDNG':
      case 'ACCP':
        return this.write(payment, settle(payment, available, now), now);
      default:
        return null;
    }
  }

  private write(before: Payment, settlement: Settlement, now: number): Settlement['outcome'] {
    const items = settlement.book.map(({ item }) => item);
    this.books.write(before, settlement.payment, now, items);
    return settlement.outcome;
  }

  private reject(payment: Payment, at: number): Settlement['outcome'] | null {
    if (payment.status !== 'ACTC' && payment.status !== 'PDNG' && payment.status !== 'ACCP') return null;
    const why = 'The debtor account no longer exists.';
    this.books.write(payment, move(payment, 'RJCT', { at, why }, { reserved: 0 }), at);
    return 'rejected';
  }
}
