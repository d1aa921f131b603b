/**
 * Answers of reads that every request needs, kept until something is written. Any write forgets all of them, so that a
 * cached answer is never older than the data.
 */
import type { Database } from './database.ts';

const MAX_KEPT = 5_000;
const written = new WeakMap<Database, { count: number }>();

/** Counts the writes of a database from now on; called once, before any statement is prepared. */
export function countWrites(db: Database): void {
  const writes = { count: 0 };
  written.set(db, writes);
  const prepare = db.prepare.bind(db);
  const counting = (sql: string) => {
    const statement = prepare(sql);
    if (/^\s*(?:SELECT|WITH|PRAGMA)\b/i.test(sql)) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...parameters: unknown[]) => {
      writes.count++;
      return run(...parameters);
    };
    return statement;
  };
  const exec = db.exec.bind(db);
  Object.assign(db, {
    prepare: counting,
    exec: (sql: string) => {
      writes.count++;
      return exec(sql);
    },
  });
}

/**
 * The same read, remembered. Its answers are shared: nobody changes them.
 * What is read inside a transaction is not kept: it may be rolled back.
 */
export function remembered<A extends readonly string[], T>(
  db: Database,
  read: (...key: A) => T,
): (...key: A) => T {
  const writes = written.get(db);
  if (!writes) throw new Error('Writes of this database are not counted.');
  let asOf = writes.count;
  const kept = new Map<string, T>();
  return (...key) => {
    const name = key.join('\0');
    if (asOf !== writes.count || kept.size >= MAX_KEPT) {
      kept.clear();
      asOf = writes.count;
    }
    const known = kept.get(name);
    if (known !== undefined || kept.has(name)) return known as T;
    const answer = read(...key);
    if (!db.inTransaction) kept.set(name, answer);
    return answer;
  };
}
