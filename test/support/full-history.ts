/** Makes a history fail to store anything, as on a full disk. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** @param dataFolder of a workbench that has run and has stopped @param reason the error of its database */
export function fillHistory(dataFolder: string, reason: string): void {
  const db = new Database(join(dataFolder, 'history.db'));
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON exchange BEGIN SELECT RAISE(FAIL, '${reason}'); END`);
  db.close();
}
