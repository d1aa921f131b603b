/** Takes and restores the whole state of a bank, clock included, as one document (contract section 13). */
import { z } from 'zod';
import type { Database } from '../../shared/node/sqlite.ts';
import { ownValue } from '../../shared/own-value.ts';
import { CLOCK_YEARS, isBankTime } from '../../shared/xs2a/bank-limits.ts';
import type { BankClock } from '../clock.ts';

type Row = Readonly<Record<string, string | number | null>>;

export interface BankSnapshot {
  /** Version of the database schema; a snapshot fits only the same version. */
  version: number;
  tables: Record<string, readonly Row[]>;
  clock: ReturnType<BankClock['snapshot']>;
}

const withClock = z.looseObject({
  clock: z.strictObject({ mode: z.enum(['real', 'frozen']), now: z.number().int() }),
});
/** Rows are checked as they are restored: a wrong one must not be reported a million times. */
const withTables = z.strictObject({
  version: z.number(),
  tables: z.record(z.string(), z.array(z.unknown())),
});

/** Maintained by triggers, so a snapshot omits them. */
const DERIVED = new Set(['transaction_day', 'payment_line']);

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

export function takeSnapshot(db: Database, clock: BankClock): BankSnapshot {
  const rows = tablesOf(db).map(
    (table) => [table, db.prepare<[], Row>(`SELECT * FROM ${table}`).all()] as const,
  );
  return { version: versionOf(db), tables: Object.fromEntries(rows), clock: clock.snapshot() };
}

/**
 * Replaces the whole state with a snapshot, in one transaction.
 * @param document from any source
 * @returns null, or what is wrong with it; then nothing has changed
 */
export function restoreSnapshot(db: Database, clock: BankClock, document: unknown): string | null {
  const read = withClock.safeParse(document);
  if (!read.success) return 'This is not a snapshot. Send the document that the bank returned for one.';
  const { clock: time, ...rest } = read.data;
  if (!isBankTime(time.now)) return `The snapshot's clock is wrong: it can be set to ${CLOCK_YEARS}.`;
  const state = withTables.safeParse(rest);
  if (!state.success)
    return 'This is not a snapshot: it needs a version, tables and a clock, and nothing else.';
  const { version, tables } = state.data;
  if (version !== versionOf(db))
    return `The snapshot has version ${version}, this bank has version ${versionOf(db)}. Take a new snapshot with this program.`;
  const own = tablesOf(db);
  if (Object.keys(tables).toSorted().join() !== own.join())
    return `The snapshot must contain exactly the tables ${own.join(', ')}.`;
  try {
    db.transaction(() => {
      db.pragma('defer_foreign_keys = ON');
      for (const table of own) db.exec(`DELETE FROM ${table}`);
      for (const table of own) insertAll(db, table, ownValue(tables, table) ?? []);
    })();
  } catch (error) {
    return `The snapshot is inconsistent: ${error instanceof Error ? error.message : String(error)}.`;
  }
  clock.restore(time);
  return null;
}

/** @throws Error for the first row that the schema refuses */
function insertAll(db: Database, table: string, rows: readonly unknown[]): void {
  const columns = columnsOf(db, table);
  const insert = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) {
    if (!isRow(row, columns))
      throw new Error(`a row of ${table} has columns other than ${columns.join(', ')}`);
    // The driver binds every number as a real; the schema accepts only whole ones.
    insert.run(
      ...columns.map((column) => {
        const value = ownValue(row, column) ?? null;
        return typeof value === 'number' ? BigInt(value) : value;
      }),
    );
  }
}

function isRow(row: unknown, columns: readonly string[]): row is Row {
  if (typeof row !== 'object' || row === null || Object.keys(row).length !== columns.length) return false;
  const values = new Map<string, unknown>(Object.entries(row));
  return columns.every((column) => {
    const value = values.get(column);
    return value === null || typeof value === 'string' || typeof value === 'number';
  });
}
