/** Caches frequent reads. Any write clears the cache, so that it is never stale. */
import { type Database } from '../../shared/node/sqlite.ts';

const MAX_CACHED = 5_000;

/** Results are shared and must not be changed. Not used inside a transaction, which may be rolled back. */
export function cached<A extends readonly string[], T>(
  db: Database,
  read: (...key: A) => T,
): (...key: A) => T {
  let asOf = db.writes;
  const cache = new Map<string, T>();
  // Most requests from a TPP repeat the latest read; a comparison is cheaper than building a key.
  let latest: { key: A; answer: T } | null = null;
  return (...key) => {
    if (asOf !== db.writes || cache.size >= MAX_CACHED) {
      cache.clear();
      latest = null;
      asOf = db.writes;
    }
    if (latest !== null && isSame(key, latest.key)) return latest.answer;
    const name = key.join('\0');
    const known = cache.get(name);
    const answer = known === undefined && !cache.has(name) ? read(...key) : (known as T);
    if (!db.inTransaction) {
      cache.set(name, answer);
      latest = { key, answer };
    }
    return answer;
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
