/**
 * Work that the passing of time causes: start of days, batches, runs of periodic payments. In order, and once each (SBX-5).
 * It is done in pieces, each a transaction, and other requests are answered between two of them. What is left to do is in
 * the database: a payment stays due until its step is written, and a batch keeps its moment and its place in the line.
 */
import type { BankClock } from '../clock.ts';
import { lastBatchOn, nextBatch } from '../domain/batches.ts';
import type { Happening, Journal } from '../journal.ts';
import type { BatchRun, BatchStore } from '../store/batches.ts';
import type { InLine } from '../store/payments.ts';
import { BatchRecord } from './batch-record.ts';
import type { Books } from './books.ts';
import { type DueStep, takeDueStep } from './due-steps.ts';
import { isOfStore } from '../../shared/node/sqlite.ts';

/** Items booked in one piece: 20 to 30 ms, with the time until it is on disk. */
const PIECE = 250;
/** Pieces in the background after which the change is announced. */
const ANNOUNCED = 6;

/** In the history of a payment. */
const UNWORKABLE = 'The bank could not carry out the next step of this payment. Its log says why.';

export interface BatchResult {
  settled: number;
  rejected: number;
  retried: number;
}

/** How far the work in the background is. */
export interface Progress {
  /** The instant that it has reached, milliseconds of bank time. */
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
  /** Lets other requests be answered between two pieces. */
  pause: () => Promise<void>;
  /** Called when something was done; in the background, not after every piece. */
  changed: () => void;
  /** Receives a line for work in the background that failed. */
  log: (line: string) => void;
}

/** What is wrong is with the payment, not with the database. */
class StepFailed extends Error {
  readonly id: string;
  /** When the step was due, milliseconds of bank time. */
  readonly at: number;

  constructor(id: string, at: number, cause: unknown) {
    super(`The step of the payment ${id} failed.`, { cause });
    this.id = id;
    this.at = at;
  }
}

export class DueWork {
  private readonly parts: DueWorkParts;
  /** The batch outside the timetable that is under way, as in the database. */
  private batch: BatchRun | null;
  /** The next payments of the batch, as of the beginning of the piece under way. */
  private line: InLine[] = [];
  /** Whoever waits for its end. */
  private caller: PromiseWithResolvers<BatchResult> | null = null;
  private background: Promise<void> | null = null;
  /** Payments processed since the background last had nothing to do. */
  private done = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private stopped = false;
  private readonly record: BatchRecord;

  constructor(parts: DueWorkParts) {
    this.parts = parts;
    this.record = new BatchRecord(parts.journal);
    this.batch = parts.batches.read();
  }

  /**
   * Does what is due by the bank's clock: a piece at once, the rest in the background. Cheap if nothing is due; called
   * before every request. While the background works, a request is answered as the bank stands.
   * @param cause what has made it due; null for the passing of time
   */
  catchUp(cause: Happening | null = null): void {
    if (this.background !== null || this.isUpToDate()) return;
    this.record.begin(cause);
    this.doPiece();
    this.parts.changed();
    if (this.isUpToDate()) this.done = 0;
    else this.background = this.workOff();
  }

  /** Resolves when everything is done that is due by the bank's clock. @param cause as for {@link catchUp} */
  async caughtUp(cause: Happening | null = null): Promise<void> {
    for (;;) {
      this.catchUp(cause);
      if (this.background === null) return;
      await this.background;
    }
  }

  /**
   * Runs a batch outside the timetable, after anything that is due. Like every batch, it skips periodic payments.
   * @param act enters in the journal whose act it is
   */
  runBatch(act: () => Happening | null = () => null): Promise<BatchResult> {
    return this.queued(async () => {
      await this.caughtUp();
      return this.beginBatch(act());
    });
  }

  /** Lets one long act of the operator end before the next begins, so that two at once have the same result as one after the other. */
  queued<T>(act: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(act);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** Null if nothing is done in the background. */
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

  /** Reads anew what there is to do, because the whole state was replaced. A batch that was under way has ended. */
  restart(): void {
    this.endBatch();
    this.record.end();
    this.parts.books.forget();
    this.batch = this.parts.batches.read();
    this.done = 0;
  }

  /** Stops after the present piece; the next start goes on from there. */
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

  private async workOff(): Promise<void> {
    try {
      for (let pieces = 1; ; pieces++) {
        await this.parts.pause();
        if (this.isUpToDate()) break;
        this.doPiece();
        if (pieces % ANNOUNCED === 0) this.parts.changed();
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
   * One transaction: after a crash, the next start repeats it from its beginning. If the step of a payment fails, none of it has happened,
   * and the payment is put aside: it would be first for ever, and fail everybody's requests with its own.
   */
  private doPiece(): void {
    try {
      this.inOneTransaction(() => {
        for (let room = PIECE; room > 0;) {
          const cost = this.batch === null ? this.dueStep(room) : this.batchStep(this.batch, room);
          if (cost === null) break;
          room -= cost;
        }
      });
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      const { id, at, cause } = error;
      const { books, clock, log } = this.parts;
      log(`The payment ${id} was put aside, because its step failed: ${String(cause)}`);
      this.inOneTransaction(() => {
        this.record.step(at, () => {
          books.putAside(id, clock.now(), UNWORKABLE);
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
      this.record.dropPiece();
      this.line = [];
      books.atomically(() => {
        work();
        ended = this.batch !== null && books.payments.nextInLine(this.batch, this.batch.last, 1).length === 0;
        if (before !== null) batches.write(ended ? null : this.batch);
      });
    } catch (error) {
      this.batch = before;
      books.forget();
      if (!(error instanceof StepFailed)) {
        this.caller?.reject(error);
        this.caller = null;
      }
      throw error;
    }
    this.record.keepPiece();
    if (ended) this.endBatch();
    if (ended || this.isUpToDate()) this.record.end();
  }

  /** @returns its cost, or null if no payment is due */
  private dueStep(room: number): number | null {
    const { books, clock } = this.parts;
    const due = books.firstDue();
    if (due === null || due.at > clock.now()) return null;
    const { outcome, cost } = this.stepOf(due.id, due.at, room);
    if (outcome !== 'partly') this.done++;
    return cost;
  }

  /** @returns its cost, or null if the batch has come to its end */
  private batchStep(batch: BatchRun, room: number): number | null {
    const { books } = this.parts;
    if (this.line.length === 0) this.line = books.payments.nextInLine(batch, batch.last, room).reverse();
    const next = this.line.at(-1);
    if (next === undefined) return null;
    const { outcome, cost } = this.stepOf(next.id, batch.at, room);
    if (outcome === 'partly') return cost;
    this.line.pop();
    this.batch = { ...batch, createdAt: next.createdAt, place: next.place };
    if (outcome !== null) this.batch[outcome]++;
    return cost;
  }

  /** @throws StepFailed */
  private stepOf(id: string, at: number, room: number): DueStep {
    const { books } = this.parts;
    return this.record.step(at, () => {
      try {
        const taken = takeDueStep(books, id, at, room);
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
      this.record.nothing(cause);
      changed();
      return resultOf(null);
    }
    const start = { createdAt: Number.MIN_SAFE_INTEGER, place: 0, last: books.payments.lastPlace() };
    this.batch = { at: clock.now(), ...start, total, ...resultOf(null) };
    batches.write(this.batch);
    const caller = Promise.withResolvers<BatchResult>();
    this.caller = caller;
    // If its first piece fails, that error is thrown to the caller directly.
    caller.promise.catch(() => undefined);
    this.catchUp(cause);
    return caller.promise;
  }

  /** Tells whoever waits for the batch what it has done. */
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
