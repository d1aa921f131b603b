/** Whether a file is the database that it should be, before anything is written to it. */
import { lstatSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { kindOf } from '../plain-files.ts';
import type { Database } from './counted.ts';
import { type TableSizes, tooLarge } from './sizes.ts';

/** Bytes up to which a database is read whole at every start: about a tenth of a second. */
const READ_WHOLE = 32 * 1024 * 1024;

/**
 * What is wrong with a file before it is opened; null for nothing.
 * @param isUsed whether it must have a content @param mayMiss whether it may be missing all the same
 */
export function faultOfFile(path: string, isUsed: boolean, mayMiss: boolean): string | null {
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

/**
 * What is wrong with an open database; null for nothing.
 * @param migrations those of this program @param largest the tables that are read whole
 */
export function faultOfDatabase(
  db: Database,
  path: string,
  { migrations, largest }: { migrations: readonly string[]; largest: TableSizes },
): string | null {
  const version = Number(db.pragma('user_version', { simple: true }));
  const there = schemaOf(db);
  if (version === 0) return there.size === 0 ? null : 'it is the database of another program';
  if (version <= migrations.length) {
    const wanted = wantedOf(migrations, version);
    for (const [name, { type }] of wanted)
      if (type === 'table' && there.get(name)?.type !== 'table')
        return `its table “${name}” is missing or another one`;
    for (const [name, { type, sql }] of there)
      if (wanted.get(name)?.sql !== sql) return `it has a ${type}, “${name}”, that this program did not make`;
    for (const [name, { type }] of wanted) if (!there.has(name)) return `its ${type} “${name}” is missing`;
  }
  const table = tooLarge(db, largest, new Set(there.keys()));
  if (table !== null) return `its table “${table}” has more than this program stores`;
  if (lstatSync(path).size > READ_WHOLE) return null;
  const [first] = db.pragma('quick_check(1)') as { quick_check: string }[];
  return first === undefined || first.quick_check === 'ok' ? null : 'it is damaged';
}

/** A table, index, trigger or view. */
interface Part {
  type: string;
  /** Null for the index of a key, which SQLite makes by itself. */
  sql: string | null;
}
type Schema = ReadonlyMap<string, Part>;

/** The schemas of the versions that were asked for: who opens many databases makes each once. */
const wantedBefore = new WeakMap<readonly string[], Map<number, Schema>>();

/** What a database of a version has. */
function wantedOf(migrations: readonly string[], version: number): Schema {
  const before = wantedBefore.get(migrations) ?? new Map<number, Schema>();
  wantedBefore.set(migrations, before);
  const known = before.get(version);
  if (known !== undefined) return known;
  const db = new Sqlite(':memory:');
  try {
    for (const sql of migrations.slice(0, version)) db.exec(sql);
    const wanted = schemaOf(db);
    before.set(version, wanted);
    return wanted;
  } finally {
    db.close();
  }
}

/** Whether an error of SQLite means that the content of a file is damaged. */
export function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/.test(code) ||
    /malformed|not a database|unsupported file format/.test(error.message)
  );
}

/**
 * All parts of a database, each with its SQL as it was made. Constraints, defaults, and expressions in indexes, triggers and views run with the statements
 * of this program: one that was planted could hold it up for ever. Only the text is read here, so none of them runs.
 */
function schemaOf(db: Pick<Database, 'prepare'>): Schema {
  const rows = db
    .prepare<[], { name: string } & Part>('SELECT name, type, sql FROM sqlite_master ORDER BY rowid')
    .all();
  return new Map(rows.map(({ name, type, sql }) => [name, { type, sql }]));
}

/** Whether an error is of the database itself, such as a full disk, and not of what was to be written. */
export function isOfStore(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_') && !/^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(code);
}
