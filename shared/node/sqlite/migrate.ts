/** Upgrades the schema of a database with numbered migrations. */
import { StartError } from '../start-error.ts';
import type { Database } from './counted.ts';

/**
 * Runs the missing migrations in one transaction; SQLite's `user_version` counts them.
 * @param migrations the n-th upgrades the schema from version n to n + 1
 * @param file its path, for the sentence
 * @throws StartError if the data is newer than this program
 */
export function migrate(db: Database, migrations: readonly string[], file: string): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    throw new StartError(
      `The data in ${file} has version ${version}, but this program supports versions up to ${migrations.length}. Update the program, or choose another folder.`,
    );
  }
  // Even with nothing to migrate, the transaction takes the write lock.
  db.transaction(() => {
    for (const [at, sql] of migrations.entries()) if (at >= version) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  })();
}
