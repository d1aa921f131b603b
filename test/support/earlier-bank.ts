/** The database of an earlier version of the bank, for tests of what the present version makes of it. */
import { MIGRATIONS } from '../../bank-sim/store/migrations.ts';
import { type Database, openDatabase } from '../../shared/node/sqlite/database.ts';

/**
 * Opens a bank database as it was before a migration.
 * @param marker text in the first migration that is left out
 * @throws Error if no migration has that text
 */
export function openEarlierBank(folder: string, marker: string): Database {
  const first = MIGRATIONS.findIndex((sql) => sql.includes(marker));
  if (first < 0) throw new Error(`No migration of the bank contains ${marker}.`);
  return openDatabase({
    folder,
    file: 'bank.db',
    migrations: MIGRATIONS.slice(0, first),
    synchronous: 'FULL',
  });
}
