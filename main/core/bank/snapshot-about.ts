/** What the list of snapshots says of each: a small file beside the snapshot, which itself can have 128 MB and is read to be restored only. */
import { z } from 'zod';
import type { SnapshotAbout } from '../../../shared/contract/snapshots.ts';

const rows = z.array(z.unknown()).catch([]);
const contentSchema = z.object({
  clock: z.object({ now: z.number() }),
  tables: z.object({ payment: rows, basket: rows, consent: rows, session: rows }),
});

/** @param bank the document of a snapshot, from any source @returns null if it is none: the bank then refuses to restore it */
export function aboutSnapshot(
  bank: unknown,
  origin: Pick<SnapshotAbout, 'added' | 'ofDemonstration'>,
): SnapshotAbout | null {
  const read = contentSchema.safeParse(bank);
  if (!read.success) return null;
  const { clock, tables } = read.data;
  return {
    ...origin,
    clock: clock.now,
    payments: tables.payment.length,
    baskets: tables.basket.length,
    consents: tables.consent.length,
    sessions: tables.session.length,
  };
}
