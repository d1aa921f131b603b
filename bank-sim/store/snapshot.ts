/** Takes and restores the whole state of a bank as one document (contract section 13). */
import { z } from 'zod';
import { unreadableColumn } from './snapshot-values.ts';
import type { Database } from '../../shared/node/sqlite/database.ts';

const snapshotSchema = z.strictObject({
  /** Version of the database schema; a snapshot fits only that version. */
  version: z.number().int(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))),
});
export type TableSnapshot = z.infer<typeof snapshotSchema>;

/** Maintained by triggers from other tables, so a snapshot omits them. */
const DERIVED = new Set(['transaction_day']);

function tablesOf(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all()
    .filter((table) => !DERIVED.has(table));
}

function columnsOf(db: Database, table: string): string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** All rows of all tables. */
export function takeSnapshot(db: Database): TableSnapshot {
  const rows = tablesOf(db).map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()] as const);
  return snapshotSchema.parse({ version: versionOf(db), tables: Object.fromEntries(rows) });
}

/** Replaces the whole state with a snapshot, in one transaction. @returns null, or what is wrong with it; then nothing has changed */
export function restoreSnapshot(db: Database, document: unknown): string | null {
  const read = snapshotSchema.safeParse(document);
  if (!read.success) return `This is not a snapshot: ${z.prettifyError(read.error)}`;
  const { version, tables } = read.data;
  if (version !== versionOf(db))
    return `The snapshot has version ${version}, this bank has version ${versionOf(db)}. Take a new snapshot with this program.`;
  const own = tablesOf(db);
  const names = Object.keys(tables);
  if (names.length !== own.length || !own.every((table) => table in tables))
    return `The snapshot must contain exactly the tables ${own.join(', ')}.`;
  try {
    db.transaction(() => {
      db.pragma('defer_foreign_keys = ON');
      for (const table of own) db.exec(`DELETE FROM ${table}`);
      for (const table of own) insertAll(db, table, tables[table] ?? []);
    })();
    return null;
  } catch (error) {
    return `The snapshot is inconsistent: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** @throws Error if the columns of a row are not those of the table */
function insertAll(
  db: Database,
  table: string,
  rows: readonly Record<string, string | number | null>[],
): void {
  const columns = columnsOf(db, table);
  const insert = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) {
    if (Object.keys(row).length !== columns.length)
      throw new Error(`a row of ${table} has columns other than ${columns.join(', ')}`);
    const unreadable = unreadableColumn(table, row);
    if (unreadable !== null) throw new Error(`a row of ${table} has an impossible ${unreadable}`);
    insert.run(...columns.map((column) => numberOrText(row[column], table, column)));
  }
}

function numberOrText(value: string | number | null | undefined, table: string, column: string) {
  if (value === undefined) throw new Error(`a row of ${table} lacks ${column}`);
  // The driver binds every number as a real; the schema accepts only whole ones.
  return typeof value === 'number' ? BigInt(value) : value;
}
