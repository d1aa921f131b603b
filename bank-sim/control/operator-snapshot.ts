/** Takes and restores a snapshot of the whole bank, clock included (contract section 13). */
import { z } from 'zod';
import type { Database } from '../../shared/node/sqlite.ts';
import { CLOCK_YEARS, isBankTime } from '../../shared/xs2a/bank-limits.ts';
import type { BankClock } from '../clock.ts';
import { replaceState, type TableSnapshot, takeSnapshot } from '../store/snapshot.ts';

const withClock = z.looseObject({
  clock: z.strictObject({ mode: z.enum(['real', 'frozen']), now: z.number().int() }),
});

export interface BankSnapshot extends TableSnapshot {
  clock: ReturnType<BankClock['snapshot']>;
}

export function takeBankSnapshot(db: Database, clock: BankClock): BankSnapshot {
  return { ...takeSnapshot(db), clock: clock.snapshot() };
}

/** @param document from any source @returns null, or what is wrong with it; then nothing has changed */
export function restoreBankSnapshot(db: Database, clock: BankClock, document: unknown): string | null {
  const read = withClock.safeParse(document);
  if (!read.success) return 'This is not a snapshot. Send the document that the bank returned for one.';
  const { clock: time, ...tables } = read.data;
  if (!isBankTime(time.now)) return `The snapshot's clock is wrong: it can be set to ${CLOCK_YEARS}.`;
  const problem = replaceState(db, tables);
  if (problem === null) clock.restore(time);
  return problem;
}
