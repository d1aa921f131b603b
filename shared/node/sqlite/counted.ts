/** An SQLite connection that knows how often it was written to, and whether a transaction is open. */
import type Sqlite from 'better-sqlite3';

export interface Database extends Pick<Sqlite.Database, 'prepare' | 'exec' | 'pragma' | 'close'> {
  /** The same function, its work in one transaction: all of it, or nothing. Nested ones are parts of the outer one. */
  transaction: <F extends (...parameters: never[]) => unknown>(work: F) => F;
  readonly inTransaction: boolean;
  /** How many statements that write were run. */
  readonly writes: number;
}

const READS = /^\s*(?:SELECT|WITH)\b/i;

/** Wraps a connection; nobody else writes through it. */
export function counted(db: Sqlite.Database): Database {
  let writes = 0;
  let depth = 0;
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    if (READS.test(sql)) return statement;
    // A statement that writes is only ever run.
    const run = (...parameters: unknown[]) => {
      writes++;
      return statement.run(...parameters);
    };
    return { run };
  };
  const transaction: Database['transaction'] = (work) => {
    const inner = db.transaction(work as unknown as (...parameters: unknown[]) => unknown);
    const whole = (...parameters: unknown[]) => {
      depth++;
      try {
        return inner(...parameters);
      } finally {
        depth--;
      }
    };
    return whole as unknown as typeof work;
  };
  return {
    prepare: prepare as unknown as Sqlite.Database['prepare'],
    exec: (sql) => {
      writes++;
      return db.exec(sql);
    },
    pragma: (source, options) => db.pragma(source, options),
    close: () => db.close(),
    transaction,
    get inTransaction() {
      return depth > 0;
    },
    get writes() {
      return writes;
    },
  };
}
