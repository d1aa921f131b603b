/** Histories as they become after a long time: full, or long. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Makes a history fail to store anything, as on a full disk.
 * @param dataFolder of a workbench that has run and has stopped @param reason the error of its database
 */
export function fillHistory(dataFolder: string, reason: string): void {
  const file = join(dataFolder, 'history.db');
  const db = new Database(file);
  const there = db.prepare<[], string>('SELECT quote(id) FROM exchange').pluck().all();
  db.close();
  refuseRows(file, { exchange: `id IN (${there.join(', ')})` }, reason);
}

/** Makes the sessions and IDs of a workbench fail to be stored. @param dataFolder and @param reason as above */
export function fillWork(dataFolder: string, reason: string): void {
  const rows = { meta: "key NOT LIKE '%recent-ids'", sca_session: 'pending IS NULL' };
  refuseRows(join(dataFolder, 'workbench.db'), rows, reason);
}

/** @param rows the rows that each table still takes, as SQL @param reason what the error says */
function refuseRows(file: string, rows: Readonly<Record<string, string>>, reason: string): void {
  const db = new Database(file);
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  // A constraint, because a database with a trigger that the program did not make is not opened.
  const read = db.prepare<[string], { sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?');
  const write = db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?');
  for (const [table, taken] of Object.entries(rows)) {
    const { sql = '' } = read.get(table) ?? {};
    write.run(sql.replace(/\)(?=[^)]*$)/, `, CONSTRAINT "${reason}" CHECK (${taken}))`), table);
  }
  db.close();
}

/**
 * Adds exchanges that are older than any other. @param dataFolder of a workbench that has run and has stopped @param bytes half the
 * length of each body, which is of zeros
 */
export function lengthenHistory(dataFolder: string, exchanges: number, bytes = 0): void {
  const db = new Database(join(dataFolder, 'history.db'));
  db.prepare(
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
     INSERT INTO exchange (id, at, title, method, path, status, duration, detail, body)
     SELECT 'old ' || n, n, 'Request ' || n, 'GET', '/v1/accounts', 200, 1, '{}', CAST(hex(zeroblob(?)) AS BLOB) FROM number`,
  ).run(exchanges, bytes);
  db.close();
}
