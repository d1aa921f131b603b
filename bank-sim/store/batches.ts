/** The batch outside the timetable that is under way, with how far it is, so that it goes on after a restart (SBX-5). */
import type { Database } from '../../shared/node/sqlite.ts';
import type { Place } from './payments.ts';

export interface BatchRun extends Place {
  /** The moment of the batch, milliseconds of bank time: the payments are settled as of then. */
  at: number;
  /** The place at which it ends. Payments that are created later wait for another batch. */
  last: number;
  /** How many payments were waiting when it began. */
  total: number;
  settled: number;
  rejected: number;
  retried: number;
}

export type BatchStore = ReturnType<typeof batchStore>;

/** @param db an open bank database */
export function batchStore(db: Database) {
  const read = db.prepare<[], BatchRun>(
    'SELECT at, created_at AS createdAt, place, last, total, settled, rejected, retried FROM batch',
  );
  const drop = db.prepare('DELETE FROM batch');
  const insert = db.prepare(
    'INSERT INTO batch VALUES (@at, @createdAt, @place, @last, @total, @settled, @rejected, @retried)',
  );
  return {
    /** Null if none is under way. */
    read: (): BatchRun | null => read.get() ?? null,
    /** @param run null when it has ended */
    write: db.transaction((run: BatchRun | null) => {
      drop.run();
      if (run !== null) insert.run(run);
    }),
  };
}
