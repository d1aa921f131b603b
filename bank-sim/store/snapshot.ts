/** Takes and restores the whole state of a bank as one document (contract section 13). */
import { LARGEST_TURNOVER } from '../../shared/money/money.ts';
import { MOST_OVERDUE, stepsOverdue } from './overdue.ts';
import { unreadableColumn } from './snapshot-values.ts';
import { MAX_BASKET } from '../../shared/xs2a/payment-schemas.ts';
import type { Database } from '../../shared/node/sqlite/database.ts';
import { ownValue } from '../../shared/own-value.ts';

type Row = Readonly<Record<string, string | number | null>>;

export interface TableSnapshot {
  /** Version of the database schema; a snapshot fits only versions with the same tables. */
  version: number;
  tables: Record<string, readonly Row[]>;
}

/** The first version of the schema with the tables of the present one: the later ones have only further indexes and derived tables. */
const SAME_TABLES_SINCE = 13;

/** Maintained by triggers from other tables, so a snapshot omits them. */
const DERIVED = new Set(['transaction_day', 'payment_line', 'tally']);

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
  const rows = tablesOf(db).map(
    (table) => [table, db.prepare<[], Row>(`SELECT * FROM ${table}`).all()] as const,
  );
  return { version: versionOf(db), tables: Object.fromEntries(rows) };
}

/** A snapshot of which every row, by itself, fits its table. Nothing may change it until it is restored. */
export type ReadSnapshot = readonly { table: string; columns: readonly string[]; rows: readonly Row[] }[];

/** Rows that are looked at in one go: some milliseconds. */
const ROWS_AT_ONCE = 200;

/**
 * Looks at each value of a snapshot. It stops at the first thing that is wrong: a file of 90 MB can have something wrong in every row.
 * It takes three seconds for the largest, so others have their turn at every yield.
 * @param db any bank's database, for its schema; nothing is written
 * @returns the snapshot, or what is wrong with it
 */
export function* readSnapshot(db: Database, document: unknown): Generator<void, ReadSnapshot | string> {
  if (!isObject(document) || typeof document['version'] !== 'number' || !isObject(document['tables']))
    return 'This is not a snapshot: it needs a version and tables.';
  const { version, tables, ...others } = document;
  if (Object.keys(others).length > 0)
    return 'This is not a snapshot: it has more than a version, tables and a clock.';
  if (version < SAME_TABLES_SINCE || version > versionOf(db))
    return `The snapshot has version ${version}, this bank has version ${versionOf(db)}. Take a new snapshot with this program.`;
  const own = tablesOf(db);
  const lists = own.flatMap((table) => {
    const rows: unknown = ownValue(tables, table);
    return Array.isArray(rows) ? [{ table, columns: columnsOf(db, table), given: rows as unknown[] }] : [];
  });
  if (Object.keys(tables).length !== own.length || lists.length !== own.length)
    return `The snapshot must contain exactly the tables ${own.join(', ')}.`;
  const read: { table: string; columns: readonly string[]; rows: Row[] }[] = [];
  for (const { table, columns, given } of lists) {
    const rows: Row[] = [];
    for (const one of given) {
      const row = rowOf(one, table, columns);
      if (typeof row === 'string') return inconsistent(row);
      rows.push(row);
      if (rows.length % ROWS_AT_ONCE === 0) yield;
    }
    read.push({ table, columns, rows });
  }
  return read;
}

/**
 * Replaces the whole state with a snapshot, in one transaction.
 * @param now the snapshot's clock, in milliseconds of bank time
 * @returns null, or what is wrong with it; then nothing has changed
 */
export function replaceState(db: Database, snapshot: ReadSnapshot, now: number): string | null {
  try {
    db.transaction(() => {
      db.pragma('defer_foreign_keys = ON');
      for (const { table } of snapshot) db.exec(`DELETE FROM ${table}`);
      for (const { table, columns, rows } of snapshot) insertAll(db, table, columns, rows);
      const excess = accountWithTooMuch(db);
      if (excess !== null) throw new Error(`the account ${excess} has more than the bank can add up`);
      const basket = impossibleBasket(db);
      if (basket !== null)
        throw new Error(
          `the basket ${basket} has something other than at most ${MAX_BASKET} single payments`,
        );
      if (stepsOverdue(db, now) > MOST_OVERDUE)
        throw new Error('its payments have been due for so long that the bank would be busy for hours');
    })();
    return null;
  } catch (error) {
    return inconsistent(error instanceof Error ? error.message : String(error));
  }
}

const inconsistent = (why: string) => `The snapshot is inconsistent: ${why}.`;

/** An account whose transactions or reservations add up to more than the bank itself lets them, each of them small enough. */
function accountWithTooMuch(db: Database): string | null {
  const found = db
    .prepare<{ turnover: number; reserved: number }, string>(
      `SELECT account_id FROM account_transaction GROUP BY account_id HAVING total(abs(amount)) > @turnover
       UNION ALL SELECT debtor_id FROM payment GROUP BY debtor_id HAVING total(reserved) > @reserved LIMIT 1`,
    )
    .pluck();
  return found.get({ turnover: LARGEST_TURNOVER, reserved: Number.MAX_SAFE_INTEGER / 2 }) ?? null;
}

/** A basket that no TPP could have created (BSK-2, BSK-4). Reading one takes time for each of its payments, and so does a step of each. */
function impossibleBasket(db: Database): string | null {
  const found = db
    .prepare<{ most: number }, string>(
      `SELECT basket_id FROM basket_payment JOIN payment ON payment.id = payment_id
       GROUP BY basket_id HAVING count(*) > @most OR max(kind <> 'single') LIMIT 1`,
    )
    .pluck();
  return found.get({ most: MAX_BASKET }) ?? null;
}

/** @throws Error for the first row that the schema refuses */
function insertAll(db: Database, table: string, columns: readonly string[], rows: readonly Row[]): void {
  const insert = db.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) {
    // The driver binds every number as a real; the schema accepts only whole ones.
    insert.run(
      ...columns.map((column) => {
        const value = ownValue(row, column) ?? null;
        return typeof value === 'number' ? BigInt(value) : value;
      }),
    );
  }
}

/** @returns a row of exactly these columns with values that the bank can read, or what is wrong with it */
function rowOf(given: unknown, table: string, columns: readonly string[]): Row | string {
  if (!isObject(given)) return `a row of ${table} is not an object`;
  if (Object.keys(given).length !== columns.length)
    return `a row of ${table} has columns other than ${columns.join(', ')}`;
  const row: Record<string, string | number | null> = {};
  for (const column of columns) {
    if (!Object.hasOwn(given, column)) return `a row of ${table} lacks ${column}`;
    const value = given[column];
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      return `a row of ${table} has an impossible ${column}`;
    // SQLite takes whole numbers only.
    if (typeof value === 'number' && !Number.isInteger(value))
      return `a row of ${table} has an impossible ${column}`;
    row[column] = value;
  }
  const unreadable = unreadableColumn(table, row);
  return unreadable === null ? row : `a row of ${table} has an impossible ${unreadable}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
