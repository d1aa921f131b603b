/**
 * Caches results of reads that every request needs. Any write clears the cache, so that a cached result is never older
 * than the data.
 */
import type { Database } from '../../shared/node/sqlite.ts';

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
  // Most requests of a TPP read what the one before has read; comparing is cheaper than putting a name together.
  let latest: { key: A; answer: T } | null = null;
  return (...key) => {
    if (asOf !== db.writes || kept.size >= MAX_KEPT) {
      kept.clear();
      latest = null;
      asOf = db.writes;
    }
    if (latest !== null && isSame(key, latest.key)) return latest.answer;
    const name = key.join('\0');
    const known = kept.get(name);
    const answer = known === undefined && !kept.has(name) ? read(...key) : (known as T);
    if (!db.inTransaction) {
      kept.set(name, answer);
      latest = { key, answer };
    }
    return answer;
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
