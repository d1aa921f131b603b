/** Histories as they become after a long time. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Adds exchanges that are older than any other. @param dataFolder of a workbench that has run and has stopped @param bytes half the
 * length of each body, which is of zeros
 */
export function lengthenHistory(dataFolder: string, exchanges: number, bytes = 0): void {
  const db = new Database(join(dataFolder, 'history.db'));
  db.prepare(
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
     INSERT INTO exchange (id, at, title, method, path, status, duration, detail, body, body_bytes, environment, words)
     SELECT 'old ' || n, n, 'Request ' || n, 'GET', '/v1/accounts', 200, 1, '{}', CAST(hex(zeroblob(?)) AS BLOB), ?, 'Local bank', '' FROM number`,
  ).run(exchanges, bytes, 2 * bytes);
  db.close();
}
