/** Opens an SQLite database for one process alone and brings its schema up to date. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { counted, type Database } from './counted.ts';

export type { Database };

/** Why a program cannot start, as one sentence for the person (exit status 2). */
export class StartError extends Error {}

export interface DatabaseOptions {
  /** Folder, made where missing; null means in memory. */
  folder: string | null;
  file: string;
  /** The n-th brings the schema from version n to n + 1. */
  migrations: readonly string[];
  /** FULL where a person's work is saved; NORMAL may lose the last moments in a power cut, never the database. */
  synchronous: 'FULL' | 'NORMAL';
}

/** @throws StartError when another process has the file open, or the data is newer than this program */
export function openDatabase(options: DatabaseOptions): Database {
  const { folder, file, migrations, synchronous } = options;
  if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const connection = new Sqlite(folder === null ? ':memory:' : join(folder, file), { timeout: 0 });
  const db = counted(connection);
  try {
    // The lock is the operating system's: it is gone with the process, however that ends.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('foreign_keys = ON');
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) {
      throw new StartError(
        `The data folder ${folder} is in use by another process. Stop that one, or choose another folder.`,
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

function migrate(db: Database, migrations: readonly string[]): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    throw new StartError(
      `The data is of version ${version}; this program knows versions up to ${migrations.length}. Update the program, or choose another folder.`,
    );
  }
  // Even with nothing to migrate, the transaction takes the write lock.
  db.transaction(() => {
    for (const [at, sql] of migrations.entries()) if (at >= version) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  })();
}
