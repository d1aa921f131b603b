/** Takes and restores a snapshot of the whole bank, clock included (contract section 13). */
import { z } from 'zod';
import type { Database } from '../../shared/node/sqlite/database.ts';
import { CLOCK_YEARS, isBankTime } from '../../shared/xs2a/bank-time.ts';
import type { BankClock } from '../clock.ts';
import {
  type ReadSnapshot,
  readSnapshot,
  replaceState,
  type TableSnapshot,
  takeSnapshot,
} from '../store/snapshot.ts';

const withClock = z.looseObject({
  clock: z.strictObject({ mode: z.enum(['real', 'frozen']), now: z.number().int() }),
});

export interface BankSnapshot extends TableSnapshot {
  clock: ReturnType<BankClock['snapshot']>;
}

export function takeBankSnapshot(db: Database, clock: BankClock): BankSnapshot {
  return { ...takeSnapshot(db), clock: clock.snapshot() };
}

/** A snapshot of which every value, by itself, is one that a bank can have. */
export interface ReadBankSnapshot {
  clock: BankSnapshot['clock'];
  state: ReadSnapshot;
}

/**
 * Others have their turn at every yield.
 * @param db any bank's database, for its schema
 * @param document from any source; nothing may change it until it is restored
 * @returns the snapshot, or what is wrong with it
 */
export function* readBankSnapshot(
  db: Database,
  document: unknown,
): Generator<void, ReadBankSnapshot | string> {
  const read = withClock.safeParse(document);
  if (!read.success) return 'This is not a snapshot. Send the document that the bank returned for one.';
  const { clock, ...tables } = read.data;
  if (!isBankTime(clock.now)) return `The snapshot's clock is wrong: it can be set to ${CLOCK_YEARS}.`;
  const state = yield* readSnapshot(db, tables);
  return typeof state === 'string' ? state : { clock, state };
}

/** @returns null, or what is wrong with it; then nothing has changed */
export function restoreBankSnapshot(
  db: Database,
  clock: BankClock,
  snapshot: ReadBankSnapshot,
): string | null {
  const problem = replaceState(db, snapshot.state, snapshot.clock.now);
  if (problem === null) clock.restore(snapshot.clock);
  return problem;
}
