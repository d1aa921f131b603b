/** Opens an SQLite database for exclusive use by one process and migrates its schema. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { privateFile, privateFolder } from '../private-files.ts';
import { kindOf } from '../plain-files.ts';
import { DamagedError, FolderInUse, startErrorOf } from '../start-error.ts';
import { counted, type Database } from './counted.ts';
import { migrate } from './migrate.ts';
import type { TableSizes } from './sizes.ts';
import { faultOfDatabase, faultOfFile, isDamage } from './soundness.ts';

export type { Database };

export interface DatabaseOptions {
  /** Folder, created if missing; null means in memory. */
  folder: string | null;
  file: string;
  /** The n-th upgrades the schema from version n to n + 1. */
  migrations: readonly string[];
  /** FULL for the user's work; NORMAL may lose the last moments in a power failure, but never the database. */
  synchronous: 'FULL' | 'NORMAL';
  /** What it holds, as the object of a sentence. */
  holds?: string;
  /** Names of files in the folder that are written only once this one has a content. */
  before?: readonly string[];
  /** Whether the user may have deleted it: an empty one is made then. */
  mayMiss?: boolean;
  /** Tables that are read whole, and more than the program ever writes to each. */
  largest?: TableSizes;
}

/** What SQLite keeps beside a database. */
export const BESIDE = ['-wal', '-shm', '-journal'] as const;

/**
 * @throws FolderInUse if another process has the file open; StartError if the data is newer than this program, or if the file cannot be
 * used; DamagedError if its content is not what it should be
 */
export function openDatabase(options: DatabaseOptions): Database {
  const {
    folder,
    file,
    migrations,
    synchronous,
    holds = 'data of this program',
    before = [],
    mayMiss = false,
    largest = {},
  } = options;
  const path = folder === null ? ':memory:' : join(folder, file);
  if (folder !== null) {
    try {
      privateFolder(folder);
      const isUsed = before.some((name) => kindOf(join(folder, name)) !== 'none');
      const fault = faultOfFile(path, isUsed, mayMiss);
      if (fault !== null) throw new DamagedError(path, fault, holds);
      // SQLite waits for ever for what a pipe may say.
      for (const suffix of BESIDE) {
        const beside = faultOfFile(path + suffix, false, true);
        if (beside !== null)
          throw new DamagedError(
            path,
            `${file}${suffix} beside it is not one of its files: ${beside}`,
            holds,
          );
      }
      // SQLite gives its files beside it the same permissions.
      privateFile(path);
      for (const suffix of BESIDE) if (kindOf(path + suffix) === 'file') privateFile(path + suffix);
    } catch (error) {
      throw startErrorOf(error, path);
    }
  }
  const db = counted(opened(path), folder === null ? () => true : sameFileAt(path));
  try {
    // The operating system holds the lock, so it ends with the process, however that ends.
    db.pragma('locking_mode = EXCLUSIVE');
    // Before the first write: a file of another program stays as it is.
    const fault = folder === null ? null : faultOfDatabase(db, path, { migrations, largest });
    if (fault !== null) throw new DamagedError(path, fault, holds);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${synchronous}`);
    db.pragma('foreign_keys = ON');
    migrate(db, migrations, path);
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by another process. Stop that process, or choose another folder.`,
      );
    }
    if (isDamage(error)) throw new DamagedError(path, 'it is damaged', holds);
    throw startErrorOf(error, path);
  }
}

function opened(path: string): Sqlite.Database {
  try {
    return new Sqlite(path, { timeout: 0 });
  } catch (error) {
    throw startErrorOf(error, path);
  }
}

/** @returns says whether the file that is at the path now is still there: one stat, some microseconds */
function sameFileAt(path: string): () => boolean {
  const { dev, ino } = statSync(path);
  return () => {
    try {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.dev === dev && now.ino === ino;
    } catch {
      // Without the right to look, nobody knows.
      return true;
    }
  };
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && String(error.code).startsWith('SQLITE_BUSY')) ||
    error.message.includes('database is locked')
  );
}
