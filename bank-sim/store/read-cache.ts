/**
 * Caches results of reads that every request needs. Any write clears the cache, so that a cached result is never older
 * than the data.
 */
import type { Database } from '../../shared/node/sqlite/database.ts';

const MAX_KEPT = 5_000;

/**
 * The same read with a cache. Its results are shared and must not be changed.
 * Reads inside a transaction are not cached, because it may be rolled back.
 */
export function remembered<A extends readonly string[], T>(
  db: Database,
  read: (...key: A) => T,
): (...key: A) => T {
  let asOf = db.writes;
  const kept = new Map<string, T>();
  return (...key) => {
    const name = key.join('\0');
    if (asOf !== db.writes || kept.size >= MAX_KEPT) {
      kept.clear();
      asOf = db.writes;
    }
    const known = kept.get(name);
    if (known !== undefined || kept.has(name)) return known as T;
    const answer = read(...key);
    if (!db.inTransaction) kept.set(name, answer);
    return answer;
  };
}
