/** Opens an SQLite database for exclusive use by one process and migrates its schema. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { FolderInUse } from '../start-error.ts';
import { counted, type Database } from './counted.ts';
import { migrate } from './migrate.ts';

export type { Database };

export interface DatabaseOptions {
  /** Folder, created if missing; null means in memory. */
  folder: string | null;
  file: string;
  /** The n-th upgrades the schema from version n to n + 1. */
  migrations: readonly string[];
  /** FULL for the user's work; NORMAL may lose the last moments in a power failure, but never the database. */
  synchronous: 'FULL' | 'NORMAL';
}

/** @throws FolderInUse if another process has the file open; StartError if the data is newer than this program */
export function openDatabase(options: DatabaseOptions): Database {
  const { folder, file, migrations, synchronous } = options;
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const connection = new Sqlite(folder === null ? ':memory:' : join(folder, file), { timeout: 0 });
  const db = counted(connection);
  try {
    // The operating system holds the lock, so it ends with the process, however that ends.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('foreign_keys = ON');
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by another process. Stop that process, or choose another folder.`,
      );
    }
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && String(error.code).startsWith('SQLITE_BUSY')) ||
    error.message.includes('database is locked')
  );
}
