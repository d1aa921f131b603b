/** Opens an SQLite database for exclusive use by one process, checks it and migrates its schema. */
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { privateFile, privateFolder } from '../private-files.ts';
import { kindOf } from '../plain-files.ts';
import { DamagedError, FolderInUse, startErrorOf, StartError } from '../start-error.ts';
import { counted, type Database } from './counted.ts';

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
}

/** Bytes up to which a database is read whole at every start: about a tenth of a second. */
const READ_WHOLE = 32 * 1024 * 1024;

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
    const fault = folder === null ? null : faultOfDatabase(db, path, migrations);
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

/**
 * What is wrong with a file before it is opened; null for nothing.
 * @param isUsed whether it must have a content @param mayMiss whether it may be missing all the same
 */
function faultOfFile(path: string, isUsed: boolean, mayMiss: boolean): string | null {
  switch (kindOf(path)) {
    case 'none':
      return isUsed && !mayMiss ? 'it is missing' : null;
    case 'file':
      return isUsed && lstatSync(path).size === 0 ? 'it is empty' : null;
    case 'folder':
      return 'it is a folder';
    case 'link':
      return 'it is a link, and links are not followed';
    default:
      return 'it is not an ordinary file';
  }
}

/** What is wrong with an open database; null for nothing. */
function faultOfDatabase(db: Database, path: string, migrations: readonly string[]): string | null {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version <= migrations.length && schemaOf(db) !== schemaAt(migrations, version))
    return 'it is the database of another program';
  if (lstatSync(path).size > READ_WHOLE) return null;
  return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? null : 'it is damaged';
}

/** The schema of a version. */
function schemaAt(migrations: readonly string[], version: number): string {
  const db = new Sqlite(':memory:');
  try {
    for (const sql of migrations.slice(0, version)) db.exec(sql);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

function schemaOf(db: Pick<Database, 'prepare'>): string {
  return db
    .prepare<[], string>('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name')
    .pluck()
    .all()
    .join();
}

/** Whether an error of SQLite means that the content of a file is damaged. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/.test(code) ||
    /malformed|not a database|unsupported file format/.test(error.message)
  );
}

/** Whether an error is of the database itself, such as a full disk, and not of what was to be written. */
export function isOfStore(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_') && !/^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(code);
}

/**
 * Runs the missing migrations in one transaction; SQLite's `user_version` counts them.
 * @param migrations the n-th upgrades the schema from version n to n + 1
 * @param file its path, for the sentence
 * @throws StartError if the data is newer than this program
 */
function migrate(db: Database, migrations: readonly string[], file: string): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    throw new StartError(
      `The data in ${file} has version ${version}, but this program supports versions up to ${migrations.length}. Update the program, or choose another folder.`,
    );
  }
  // Even with nothing to migrate, the transaction takes the write lock.
  db.transaction(() => {
    for (const [at, sql] of migrations.entries()) if (at >= version) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  })();
}
