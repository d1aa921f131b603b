/**
 * Answers of reads that every request needs, kept until something is written. Any write forgets all of them, so that a
 * cached answer is never older than the data.
 */
import type { Database } from '../../shared/node/sqlite/database.ts';

const MAX_KEPT = 5_000;

/**
 * The same read, remembered. Its answers are shared: nobody changes them.
 * What is read inside a transaction is not kept: it may be rolled back.
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
