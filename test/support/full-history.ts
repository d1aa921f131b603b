/** A history that takes nothing in any more, as on a full disk. */
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** @param dataFolder of a workbench that has run and is stopped @param reason what its database will say */
export function fillHistory(dataFolder: string, reason: string): void {
  const db = new Database(join(dataFolder, 'history.db'));
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON exchange BEGIN SELECT RAISE(FAIL, '${reason}'); END`);
  db.close();
}
