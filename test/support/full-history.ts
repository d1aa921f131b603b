/** Histories as they become after a long time: full, or long. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Makes a history fail to store anything, as on a full disk.
 * @param dataFolder of a workbench that has run and has stopped @param reason the error of its database
 */
export function fillHistory(dataFolder: string, reason: string): void {
  const db = new Database(join(dataFolder, 'history.db'));
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON exchange BEGIN SELECT RAISE(FAIL, '${reason}'); END`);
  db.close();
}

/** Makes the sessions and IDs of a workbench fail to be stored. @param dataFolder and @param reason as above */
export function fillWork(dataFolder: string, reason: string): void {
  const db = new Database(join(dataFolder, 'workbench.db'));
  for (const [table, when] of [
    ['meta', "WHEN NEW.key LIKE '%recent-ids'"],
    ['sca_session', ''],
  ])
    db.exec(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} ${when} BEGIN SELECT RAISE(FAIL, '${reason}'); END`,
    );
  db.close();
}

/** Adds exchanges that are older than any other. @param dataFolder of a workbench that has run and has stopped */
export function lengthenHistory(dataFolder: string, exchanges: number): void {
  const db = new Database(join(dataFolder, 'history.db'));
  db.prepare(
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
     INSERT INTO exchange (id, at, title, method, path, status, duration, detail, body)
     SELECT 'old ' || n, n, 'Request ' || n, 'GET', '/v1/accounts', 200, 1, '{}', x'' FROM number`,
  ).run(exchanges);
  db.close();
}
