/** Small values by key: settings and what has to outlive a restart. */
import type { Database } from '../../../shared/node/sqlite/database.ts';

/** @param db the open workbench database */
export function metaStore(db: Database) {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const write = db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  return {
    read: (key: string): string | null => read.get(key)?.value ?? null,
    write: (key: string, value: string): void => {
      write.run(key, value);
    },
  };
}
