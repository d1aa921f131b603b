/**
 * What due work has done, for the journal: one entry for the batch of an instant, with the steps of its payments as its effects.
 * How many payments it has settled is known only at its end, so the steps wait until then; of very many only the first are kept.
 */
import type { Happening, Journal } from '../journal.ts';
import type { DueStep } from './due-steps.ts';

/** Entries for one batch. */
const MOST = 200;

interface Batch {
  /** Bank time, milliseconds. */
  at: number;
  settled: number;
  rejected: number;
  retried: number;
  steps: Happening[];
  /** Steps beyond {@link MOST}. */
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
  /** Steps of the transaction under way. */
  private piece: Taken[] = [];

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Everything from now on is due because of this. */
  begin(cause: Happening | null): void {
    this.cause = cause;
  }

  /** Takes note of a step. @param at the instant at which it is due */
  step(at: number, take: () => DueStep): DueStep {
    const { value, happened } = this.journal.gather(take);
    this.piece.push({ at, outcome: value.outcome, happened });
    return value;
  }

  /** The transaction under way has not happened. */
  dropPiece(): void {
    this.piece = [];
  }

  /** The transaction under way has happened. */
  keepPiece(): void {
    for (const { at, outcome, happened } of this.piece) {
      if (this.batch !== null && this.batch.at !== at) this.end();
      this.batch ??= { at, settled: 0, rejected: 0, retried: 0, steps: [], unlisted: 0 };
      if (outcome !== null && outcome !== 'partly') this.batch[outcome]++;
      const room = Math.max(0, MOST - this.batch.steps.length);
      this.batch.steps.push(...happened.slice(0, room));
      this.batch.unlisted += Math.max(0, happened.length - room);
    }
    this.piece = [];
  }

  /** A batch that has found nothing to do. */
  nothing(cause: Happening | null): void {
    const { journal } = this;
    journal.during(cause, () => journal.add({ kind: 'batch', settled: 0, rejected: 0, about: [] }));
  }

  /** Enters the batch of the last instant. The start of a day, which settles nothing, is none. */
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
