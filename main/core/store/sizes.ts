/**
 * How much is kept of what is read whole at once: it must stay quick to read, and a file from elsewhere with more is not
 * opened. Exchanges, results of runs and events have no such bound: they are read in parts.
 */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Database } from '../../../shared/node/sqlite/database.ts';
import { isLarger, type TableSizes } from '../../../shared/node/sqlite/sizes.ts';

const t = texts.core.store;

const MEGABYTE = 1024 * 1024;
/** Environments; each keeps up to 51 sessions. */
const ENVIRONMENTS = 2000;

/** What is written. */
const SIZES = {
  certificate: { rows: 1000, bytes: 32 * MEGABYTE },
  environment: { rows: ENVIRONMENTS, bytes: 32 * MEGABYTE },
  variable: { rows: 100_000, bytes: 64 * MEGABYTE },
  sca_session: { rows: 51 * ENVIRONMENTS, bytes: 32 * MEGABYTE },
  run: { rows: 1100, bytes: 64 * MEGABYTE },
} as const satisfies TableSizes;

/** A table that is read whole. */
type Whole = keyof typeof SIZES;

/** What is opened. It is more: a small change, such as another name, is not measured. */
export const LARGEST: TableSizes = {
  ...Object.fromEntries(
    Object.entries(SIZES).map(([table, { rows, bytes }]) => [table, { rows: 2 * rows, bytes: 2 * bytes }]),
  ),
  // Each value has a bound of its own (meta.ts); some are kept damaged.
  meta: { rows: 1000, bytes: 256 * MEGABYTE },
};

/** Writes to a table, or changes nothing. @throws HostError if the table would have more than is kept */
export function withRoom<Result>(db: Database, table: Whole, write: () => Result): Result {
  return db.transaction(() => {
    const result = write();
    const { rows, bytes } = SIZES[table];
    if (isLarger(db, table, SIZES[table]))
      throw new HostError('refused', t.noRoom(t.tables[table], rows, bytes / MEGABYTE));
    return result;
  })();
}
