/** Opens the bank's database and brings its schema up to date. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { MIGRATIONS } from './migrations.ts';

export type Database = Sqlite.Database;

/** Why a bank cannot start, as one sentence for the person (exit status 2). */
export class StartError extends Error {}

/**
 * Opens `folder/bank.db`, or a database in memory for null.
 * @throws StartError when another bank has the folder open, or the data is newer than this program
 */
export function openDatabase(folder: string | null): Database {
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = new Sqlite(folder === null ? ':memory:' : join(folder, 'bank.db'), { timeout: 0 });
  try {
    // The lock is the operating system's: it is gone with the process, however that ends.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error))
      throw new StartError(
        `The data folder ${folder} is open in another bank. Stop that one, or choose another --data.`,
      );
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

function migrate(db: Database): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length) {
    throw new StartError(
      `The data is of version ${version}; this program knows versions up to ${MIGRATIONS.length}. Update the program, or choose another --data.`,
    );
  }
  // The empty transaction takes the write lock even when there is nothing to migrate.
  db.transaction(() => {
    for (const [at, sql] of MIGRATIONS.entries()) if (at >= version) db.exec(sql);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  })();
}
