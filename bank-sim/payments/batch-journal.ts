/**
 * Records due work in the journal: one entry for the batch of an instant, with the steps of its payments as effects. The counts
 * are known only at its end, so the steps are buffered until then; of very many, only the first.
 */
import type { Happening, Journal } from '../journal.ts';
import type { DueStep } from './due-steps.ts';

/** Maximum number of steps recorded for one batch. */
const MAX_STEPS = 200;

interface Batch {
  /** Bank time, in milliseconds. */
  at: number;
  settled: number;
  rejected: number;
  retried: number;
  steps: Happening[];
  /** Number of steps beyond {@link MAX_STEPS}. */
  unlisted: number;
}

interface Taken {
  at: number;
  outcome: DueStep['outcome'];
  happened: Happening[];
}

export class BatchRecord {
  private readonly journal: Journal;
  private cause: Happening | null = null;
  private batch: Batch | null = null;
  /** Steps of the current transaction. */
  private pending: Taken[] = [];

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Sets the cause of the following steps. */
  begin(cause: Happening | null): void {
    this.cause = cause;
  }

  /** Records a step. @param at when it is due */
  step(at: number, take: () => DueStep): DueStep {
    const { value, happened } = this.journal.gather(take);
    this.pending.push({ at, outcome: value.outcome, happened });
    return value;
  }

  /** After a rollback. */
  rollback(): void {
    this.pending = [];
  }

  /** After a commit. */
  commit(): void {
    for (const { at, outcome, happened } of this.pending) {
      if (this.batch !== null && this.batch.at !== at) this.end();
      this.batch ??= { at, settled: 0, rejected: 0, retried: 0, steps: [], unlisted: 0 };
      if (outcome !== null && outcome !== 'partly') this.batch[outcome]++;
      const left = Math.max(0, MAX_STEPS - this.batch.steps.length);
      this.batch.steps.push(...happened.slice(0, left));
      this.batch.unlisted += Math.max(0, happened.length - left);
    }
    this.pending = [];
  }

  /** Records a batch without payments. */
  enterEmpty(cause: Happening | null): void {
    const { journal } = this;
    journal.during(cause, () => journal.add({ kind: 'batch', settled: 0, rejected: 0, about: [] }));
  }

  /** Records the batch of the last instant. The start of a day, which settles nothing, is not one. */
  end(): void {
    const { batch, journal, cause } = this;
    if (batch === null) return;
    this.batch = null;
    const { at, settled, rejected, retried, steps, unlisted } = batch;
    if (settled + rejected + retried + unlisted === 0) return journal.publish(steps, at, cause);
    const counts = { settled, rejected, ...(unlisted === 0 ? {} : { unlisted }) };
    const { happened } = journal.gather(() => journal.add({ kind: 'batch', ...counts, about: [] }));
    journal.publish(happened, at, cause);
    journal.publish(steps, at, happened[0] ?? cause);
  }
}
