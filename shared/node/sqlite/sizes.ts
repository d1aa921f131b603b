/** How much a table has: whoever reads one whole must know that it is small, whoever has written the file. */
import type { Database } from './counted.ts';

export interface TableSize {
  rows: number;
  /** Of all texts and blobs together. */
  bytes: number;
}

/** The largest size of each table that is read whole. */
export type TableSizes = Readonly<Record<string, TableSize>>;

/** Whether a table has more than that. No text is read, and no more rows than may be there. */
export function isLarger(db: Pick<Database, 'prepare'>, table: string, { rows, bytes }: TableSize): boolean {
  const columns = db
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?) WHERE type IN ('TEXT', 'BLOB')")
    .pluck()
    .all(table);
  // Each apart: a sum in the inner statement would have to know that none of them is null.
  const lengths = columns.map((column, at) => `octet_length(${column}) AS length${at}`);
  const sums = columns.map((_, at) => `total(length${at})`);
  const found = db
    .prepare<[number], { rows: number; bytes: number }>(
      `SELECT count(*) AS rows, ${['0', ...sums].join(' + ')} AS bytes
       FROM (SELECT ${['1', ...lengths].join(', ')} FROM ${table} LIMIT ?)`,
    )
    .get(rows + 1);
  return found !== undefined && (found.rows > rows || found.bytes > bytes);
}

/** A table that is larger than it may be; null for none. @param tables the names of those that are there */
export function tooLarge(
  db: Pick<Database, 'prepare'>,
  sizes: TableSizes,
  tables: ReadonlySet<string>,
): string | null {
  const found = Object.entries(sizes).find(([table, size]) => tables.has(table) && isLarger(db, table, size));
  return found?.[0] ?? null;
}
