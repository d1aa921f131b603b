/**
 * Work that becomes due with time: start of days, batches, runs of periodic payments, in order and once each (SBX-5). It is
 * done in pieces, each a transaction, and yields to requests between them. The remaining work is in the database: a payment
 * stays due until its step is written, and a batch stores its time and its position in the queue.
 */
import { SerialQueue } from '../../shared/serial-queue.ts';
import type { BankClock } from '../clock.ts';
import { lastBatchOn, nextBatch } from '../domain/batch-times.ts';
import type { Happening, Journal } from '../journal.ts';
import type { BatchRun, BatchStore } from '../store/batch-progress.ts';
import type { InLine } from '../store/payments.ts';
import { BatchRecord } from './batch-journal.ts';
import type { Books } from './books.ts';
import { type DueStep, takeDueStep } from './due-steps.ts';
import { isOfStore } from '../../shared/node/sqlite.ts';

/** Items booked in one piece: 20 to 30 ms with the write to disk. */
const PIECE = 250;
/** Number of background pieces between two notifications. */
const PIECES_PER_CHANGE = 6;

/** For the history of a payment. */
const STEP_FAILED = 'The bank could not carry out the next step of this payment. Its log says why.';

export interface BatchResult {
  settled: number;
  rejected: number;
  retried: number;
}

/** Progress of the work in the background. */
export interface Progress {
  /** The instant reached, in milliseconds of bank time. */
  at: number;
  /** Payments. */
  done: number;
  left: number;
}

export interface DueWorkParts {
  books: Books;
  batches: BatchStore;
  clock: BankClock;
  journal: Journal;
  /** Yields to requests between two pieces. */
  pause: () => Promise<void>;
  /** Called after work; in the background, not after every piece. */
  changed: () => void;
  log: (line: string) => void;
}

/** The payment is faulty, not the database. */
class StepFailed extends Error {
  readonly id: string;
  /** When the step was due, in milliseconds of bank time. */
  readonly at: number;

  constructor(id: string, at: number, cause: unknown) {
    super(`The step of the payment ${id} failed.`, { cause });
    this.id = id;
    this.at = at;
  }
}

export class DueWork {
  private readonly parts: DueWorkParts;
  /** The batch outside the timetable, as in the database. */
  private batch: BatchRun | null;
  /** The next payments of the batch, read at the beginning of a piece. */
  private queue: InLine[] = [];
  /** Waits for the end of the batch. */
  private caller: PromiseWithResolvers<BatchResult> | null = null;
  private background: Promise<void> | null = null;
  /** Payments processed since the background work began. */
  private done = 0;
  private readonly acts = new SerialQueue();
  private stopped = false;
  private readonly record: BatchRecord;

  constructor(parts: DueWorkParts) {
    this.parts = parts;
    this.record = new BatchRecord(parts.journal);
    this.batch = parts.batches.read();
  }

  /**
   * Does what is due by the bank's clock: a piece at once, the rest in the background. Called before every request, and cheap
   * if nothing is due. Meanwhile, requests are answered from the current state.
   * @param cause what made it due; null for the passing of time
   */
  catchUp(cause: Happening | null = null): void {
    if (this.background !== null || this.isUpToDate()) return;
    this.record.begin(cause);
    this.doPiece();
    this.parts.changed();
    if (this.isUpToDate()) this.done = 0;
    else this.background = this.workInBackground();
  }

  /** Resolves when everything that is due is done. @param cause as for {@link catchUp} */
  async caughtUp(cause: Happening | null = null): Promise<void> {
    for (;;) {
      this.catchUp(cause);
      if (this.background === null) return;
      await this.background;
    }
  }

  /**
   * Runs a batch outside the timetable, after anything that is due. Like every batch, it skips periodic payments.
   * @param act enters the operator's act in the journal
   */
  runBatch(act: () => Happening | null = () => null): Promise<BatchResult> {
    return this.queued(async () => {
      await this.caughtUp();
      return this.beginBatch(act());
    });
  }

  /** Queues long acts of the operator, so that concurrent ones have the same result as consecutive ones. */
  queued<T>(act: () => Promise<T>): Promise<T> {
    return this.acts.run(act);
  }

  /** Null without work in the background. */
  progress(): Progress | null {
    if (this.background === null) return null;
    const { batch, parts } = this;
    if (batch !== null) {
      const done = batch.settled + batch.rejected + batch.retried;
      return { at: batch.at, done, left: Math.max(0, batch.total - done) };
    }
    const now = parts.clock.now();
    return {
      at: parts.books.firstDue()?.at ?? now,
      done: this.done,
      left: parts.books.payments.countDue(now),
    };
  }

  /** The next batch of the timetable, in milliseconds of bank time. */
  nextBatch(): number {
    const { now, batchDays } = this.parts.books.moment(this.parts.clock.now());
    return nextBatch(now, batchDays);
  }

  /**
   * Plans the payments that wait for a later batch for the next one again, because the days of batches may have changed
   * (SBX-5). What is due already stays so.
   */
  replan(): void {
    const at = this.nextBatch();
    this.parts.books.moveInLine(this.parts.clock.now(), at, lastBatchOn(at));
  }

  /** After the whole state was replaced. Ends a batch in progress. */
  restart(): void {
    this.endBatch();
    this.record.end();
    this.parts.books.clearCache();
    this.batch = this.parts.batches.read();
    this.done = 0;
  }

  /** Stops after the current piece; the next start continues from there. */
  stop(): void {
    this.stopped = true;
    this.endBatch();
    this.record.end();
  }

  private isUpToDate(): boolean {
    if (this.stopped) return true;
    if (this.batch !== null) return false;
    const due = this.parts.books.firstDue();
    return due === null || due.at > this.parts.clock.now();
  }

  private async workInBackground(): Promise<void> {
    try {
      for (let pieces = 1; ; pieces++) {
        await this.parts.pause();
        if (this.isUpToDate()) break;
        this.doPiece();
        if (pieces % PIECES_PER_CHANGE === 0) this.parts.changed();
      }
    } catch (error) {
      // The next request or tick tries again.
      this.parts.log(`Due work failed: ${String(error)}`);
    }
    this.background = null;
    this.done = 0;
    if (!this.stopped) this.parts.changed();
  }

  /**
   * One transaction, which the next start repeats after a crash. If the step of a payment fails, the transaction is rolled back and
   * the payment put aside: it would always be first, and fail every request.
   */
  private doPiece(): void {
    try {
      this.inOneTransaction(() => {
        for (let left = PIECE; left > 0;) {
          const cost = this.batch === null ? this.dueStep(left) : this.batchStep(this.batch, left);
          if (cost === null) break;
          left -= cost;
        }
      });
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      const { id, at, cause } = error;
      const { books, clock, log } = this.parts;
      log(`The payment ${id} was put aside, because its step failed: ${String(cause)}`);
      this.inOneTransaction(() => {
        this.record.step(at, () => {
          books.putAside(id, clock.now(), STEP_FAILED);
          return { outcome: 'rejected', cost: 1 };
        });
        if (this.batch !== null) this.batch = { ...this.batch, rejected: this.batch.rejected + 1 };
        else this.done++;
      });
    }
  }

  private inOneTransaction(work: () => void): void {
    const { books, batches } = this.parts;
    const before = this.batch;
    let ended = false;
    try {
      this.record.rollback();
      this.queue = [];
      books.atomically(() => {
        work();
        ended = this.batch !== null && books.payments.nextInLine(this.batch, this.batch.last, 1).length === 0;
        if (before !== null) batches.write(ended ? null : this.batch);
      });
    } catch (error) {
      this.batch = before;
      books.clearCache();
      if (!(error instanceof StepFailed)) {
        this.caller?.reject(error);
        this.caller = null;
      }
      throw error;
    }
    this.record.commit();
    if (ended) this.endBatch();
    if (ended || this.isUpToDate()) this.record.end();
  }

  /** @returns its cost, or null if no payment is due */
  private dueStep(most: number): number | null {
    const { books, clock } = this.parts;
    const due = books.firstDue();
    if (due === null || due.at > clock.now()) return null;
    const { outcome, cost } = this.stepOf(due.id, due.at, most);
    if (outcome !== 'partly') this.done++;
    return cost;
  }

  /** @returns its cost, or null at the end of the batch */
  private batchStep(batch: BatchRun, most: number): number | null {
    const { books } = this.parts;
    if (this.queue.length === 0) this.queue = books.payments.nextInLine(batch, batch.last, most).reverse();
    const next = this.queue.at(-1);
    if (next === undefined) return null;
    const { outcome, cost } = this.stepOf(next.id, batch.at, most);
    if (outcome === 'partly') return cost;
    this.queue.pop();
    this.batch = { ...batch, createdAt: next.createdAt, place: next.place };
    if (outcome !== null) this.batch[outcome]++;
    return cost;
  }

  /** @throws StepFailed */
  private stepOf(id: string, at: number, most: number): DueStep {
    const { books } = this.parts;
    return this.record.step(at, () => {
      try {
        const taken = takeDueStep(books, id, at, most);
        books.enterBaskets();
        return taken;
      } catch (error) {
        throw isOfStore(error) ? error : new StepFailed(id, at, error);
      }
    });
  }

  private beginBatch(cause: Happening | null): BatchResult | Promise<BatchResult> {
    const { books, batches, clock, changed } = this.parts;
    const total = books.payments.countInLine();
    if (total === 0 || this.stopped) {
      this.record.enterEmpty(cause);
      changed();
      return resultOf(null);
    }
    const start = { createdAt: Number.MIN_SAFE_INTEGER, place: 0, last: books.payments.lastPlace() };
    this.batch = { at: clock.now(), ...start, total, ...resultOf(null) };
    batches.write(this.batch);
    const caller = Promise.withResolvers<BatchResult>();
    this.caller = caller;
    // An error of the first piece is thrown directly.
    caller.promise.catch(() => undefined);
    this.catchUp(cause);
    return caller.promise;
  }

  private endBatch(): void {
    this.caller?.resolve(resultOf(this.batch));
    this.caller = null;
    this.batch = null;
  }
}

function resultOf(batch: BatchRun | null): BatchResult {
  const { settled, rejected, retried } = batch ?? { settled: 0, rejected: 0, retried: 0 };
  return { settled, rejected, retried };
}
