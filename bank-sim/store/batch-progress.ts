/** The progress of a batch outside the timetable, which continues after a restart (SBX-5). */
import { type Database } from '../../shared/node/sqlite.ts';
import type { Place } from './payments.ts';

export interface BatchRun extends Place {
  /** When its payments are settled, in milliseconds of bank time. */
  at: number;
  /** Its last place. Later payments wait for another batch. */
  last: number;
  /** Payments that were waiting when it began. */
  total: number;
  settled: number;
  rejected: number;
  retried: number;
}

export type BatchStore = ReturnType<typeof batchStore>;

export function batchStore(db: Database) {
  const read = db.prepare<[], BatchRun>(
    'SELECT at, created_at AS createdAt, place, last, total, settled, rejected, retried FROM batch',
  );
  const drop = db.prepare('DELETE FROM batch');
  const insert = db.prepare(
    'INSERT INTO batch VALUES (@at, @createdAt, @place, @last, @total, @settled, @rejected, @retried)',
  );
  return {
    read: (): BatchRun | null => read.get() ?? null,
    /** @param run null at its end */
    write: db.transaction((run: BatchRun | null) => {
      drop.run();
      if (run !== null) insert.run(run);
    }),
  };
}
