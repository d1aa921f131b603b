/** Opens an SQLite database for exclusive use by one process, checks it, migrates its schema and counts its writes. */
import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { privateFile, privateFolder } from './private-files.ts';
import { kindOf } from './plain-files.ts';
import { DamagedError, FolderInUse, startErrorOf, StartError } from './start-error.ts';

/** An SQLite connection that counts the statements that can write. */
export interface Database extends Pick<
  Sqlite.Database,
  'prepare' | 'exec' | 'pragma' | 'transaction' | 'inTransaction' | 'serialize' | 'close'
> {
  /** Number of statements run that can write, successful or not. */
  readonly writes: number;
  /** Whether the open file is still at its path. POSIX accepts writes to a deleted file. */
  readonly isThere: () => boolean;
}

/** Wraps a connection. SQLite itself reports which statements cannot write (sqlite3_stmt_readonly), in any form of SQL. */
function counted(db: Sqlite.Database, isThere: () => boolean): Database {
  let writes = 0;
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    return statement.readonly ? statement : counting(statement, () => writes++);
  };
  return {
    prepare: prepare as Sqlite.Database['prepare'],
    exec: (sql) => {
      writes++;
      return db.exec(sql);
    },
    pragma: (source, options) => db.pragma(source, options),
    transaction: (work) => db.transaction(work),
    serialize: (options) => db.serialize(options),
    close: () => db.close(),
    isThere,
    get inTransaction() {
      return db.inTransaction;
    },
    get writes() {
      return writes;
    },
  };
}

function counting(statement: Sqlite.Statement, count: () => void): Sqlite.Statement {
  const andCount = <A extends unknown[], R>(run: (...parameters: A) => R) => ({
    value: (...parameters: A): R => {
      count();
      return run(...parameters);
    },
    // `pluck` may replace the function.
    writable: true,
    configurable: true,
  });
  // Assignment could fail, because the class may declare them read-only.
  return Object.defineProperties(statement, {
    run: andCount(statement.run.bind(statement)),
    get: andCount(statement.get.bind(statement)),
    all: andCount(statement.all.bind(statement)),
    iterate: andCount(statement.iterate.bind(statement)),
  });
}

export interface DatabaseOptions {
  /** Folder, created if missing; null means in memory. */
  folder: string | null;
  file: string;
  /** The n-th upgrades the schema from version n to n + 1. */
  migrations: readonly string[];
  /** FULL for the user's work; NORMAL may lose the last moments in a power failure, but never the database. */
  synchronous: 'FULL' | 'NORMAL';
  /** Its content, as the object of "it holds …". */
  holds?: string;
  /** Files in the folder that are only written once this one has content. */
  before?: readonly string[];
  /** Whether a missing file is created although files of `before` exist. */
  mayMiss?: boolean;
  /** Content of a database in memory, from `serialize`. */
  content?: Buffer | undefined;
}

/** Bytes up to which a database is checked at every start: about a tenth of a second. */
const MAX_CHECKED = 32 * 1024 * 1024;

/** Suffixes of SQLite's files next to a database. */
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
    content,
  } = options;
  const path = folder === null ? ':memory:' : join(folder, file);
  if (folder !== null) {
    try {
      privateFolder(folder);
      const isUsed = before.some((name) => kindOf(join(folder, name)) !== 'none');
      const fault = faultOfFile(path, isUsed, mayMiss);
      if (fault !== null) throw new DamagedError(path, fault, holds);
      // SQLite would wait forever for a pipe.
      for (const suffix of BESIDE) {
        const beside = faultOfFile(path + suffix, false, true);
        if (beside !== null)
          throw new DamagedError(
            path,
            `${file}${suffix} beside it is not one of its files: ${beside}`,
            holds,
          );
      }
      // SQLite creates its files beside it with the same permissions.
      privateFile(path);
      for (const suffix of BESIDE) if (kindOf(path + suffix) === 'file') privateFile(path + suffix);
    } catch (error) {
      throw startErrorOf(error, path);
    }
  }
  const db = counted(opened(path, content), folder === null ? () => true : sameFileAt(path));
  try {
    // The operating system releases the lock when the process ends.
    db.pragma('locking_mode = EXCLUSIVE');
    // Before the first write, so that a file of another program is not changed.
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

function opened(path: string, content: Buffer | undefined): Sqlite.Database {
  try {
    if (content === undefined) return new Sqlite(path, { timeout: 0 });
    // A database in memory has no write-ahead log: the format says so in two bytes of its header.
    const header = Buffer.from(content);
    header.fill(1, 18, 20);
    return new Sqlite(header);
  } catch (error) {
    throw startErrorOf(error, path);
  }
}

/** Returns a check that the file at the path is still the same: one stat, some microseconds. */
function sameFileAt(path: string): () => boolean {
  const { dev, ino } = statSync(path);
  return () => {
    try {
      const now = statSync(path, { throwIfNoEntry: false });
      return now?.dev === dev && now.ino === ino;
    } catch {
      // Not readable, so unknown.
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
 * The fault of a file before it is opened, or null.
 * @param isUsed whether it must have content @param mayMiss whether it may be missing all the same
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

/** The fault of an open database, or null. */
function faultOfDatabase(db: Database, path: string, migrations: readonly string[]): string | null {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version <= migrations.length && schemaOf(db) !== schemaAt(migrations, version))
    return 'it is the database of another program';
  if (lstatSync(path).size > MAX_CHECKED) return null;
  return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? null : 'it is damaged';
}

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

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/.test(code) ||
    /malformed|not a database|unsupported file format/.test(error.message)
  );
}

/** Whether an error is of the database, such as a full disk, and not of the data to be written. */
export function isOfStore(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_') && !/^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(code);
}

/** Runs the missing migrations in one transaction; `user_version` counts them. @throws StartError if the data is newer than this program */
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
