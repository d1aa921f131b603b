/** An SQLite connection that counts the statements that may have written, and knows whether its file is still there. */
import type Sqlite from 'better-sqlite3';

export interface Database extends Pick<
  Sqlite.Database,
  'prepare' | 'exec' | 'pragma' | 'transaction' | 'inTransaction' | 'serialize' | 'close'
> {
  /** How many statements that can write have been run, successful or not. */
  readonly writes: number;
  /** Whether the file at its path is still the one that is open. POSIX accepts writes to a file that somebody has deleted. */
  readonly isThere: () => boolean;
}

/**
 * Wraps a connection, which nothing else may use for writing. SQLite itself reports which statements cannot write
 * (sqlite3_stmt_readonly), so that every form of SQL is covered: a CTE that inserts, or an INSERT … RETURNING.
 */
export function counted(db: Sqlite.Database, isThere: () => boolean): Database {
  let writes = 0;
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    return statement.readonly ? statement : counting(statement, () => writes++);
  };
  return {
    prepare: prepare as Sqlite.Database['prepare'],
    exec: (sql) => {
      writes++;
      return db.exec(sql);
    },
    pragma: (source, options) => db.pragma(source, options),
    transaction: (work) => db.transaction(work),
    serialize: (options) => db.serialize(options),
    close: () => db.close(),
    isThere,
    get inTransaction() {
      return db.inTransaction;
    },
    get writes() {
      return writes;
    },
  };
}

/** Counts every way to run a statement; one that returns rows is read with `get`, `all` or `iterate`. */
function counting(statement: Sqlite.Statement, count: () => void): Sqlite.Statement {
  const andCount = <A extends unknown[], R>(run: (...parameters: A) => R) => ({
    value: (...parameters: A): R => {
      count();
      return run(...parameters);
    },
    // `pluck` may replace the function.
    writable: true,
    configurable: true,
  });
  // Defined rather than assigned, because the class may declare them read-only.
  return Object.defineProperties(statement, {
    run: andCount(statement.run.bind(statement)),
    get: andCount(statement.get.bind(statement)),
    all: andCount(statement.all.bind(statement)),
    iterate: andCount(statement.iterate.bind(statement)),
  });
}
