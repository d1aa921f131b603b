/** A process that can store nothing more in some tables, as on a full disk. Its other statements work as ever. */
import Database from 'better-sqlite3';

const REASON = 'database or disk is full';

interface Refused {
  into: string;
  /** Of which values there is no room; of none if left out. */
  of?: (values: unknown[]) => boolean;
}

/** Which statements have no room. */
const STATEMENTS: Record<'history' | 'work', readonly Refused[]> = {
  history: [{ into: 'exchange' }],
  work: [
    { into: 'meta', of: ([key]: unknown[]) => String(key).endsWith('recent-ids') },
    { into: 'sca_session', of: (values: unknown[]) => values[3] !== null },
  ],
};

/**
 * From now on, statements that are prepared in this process fail where there is no room.
 * The files stay as they are: a database with a constraint or a trigger that the program did not make is not opened.
 * @returns what ends it
 */
export function fillDisk(full: keyof typeof STATEMENTS): () => void {
  const before = Object.getOwnPropertyDescriptor(Database.prototype, 'prepare');
  if (before === undefined) throw new Error('better-sqlite3 prepares its statements in another way.');
  const original = before.value as Prepare;
  const prepare: Prepare = function (sql) {
    const statement = original.call(this, sql);
    const refused = STATEMENTS[full].find(({ into }) =>
      new RegExp(`^\\s*INSERT (?:OR REPLACE )?INTO ${into}\\b`).test(sql),
    );
    return refused === undefined ? statement : refusing(statement, refused);
  };
  Object.defineProperty(Database.prototype, 'prepare', { ...before, value: prepare });
  return () => Object.defineProperty(Database.prototype, 'prepare', before);
}

type Prepare = (this: Database.Database, sql: string) => Database.Statement;

function refusing(statement: Database.Statement, { of = () => true }: Refused): Database.Statement {
  const run = statement.run.bind(statement);
  return Object.defineProperty(statement, 'run', {
    value: (...values: unknown[]) => {
      if (of(values)) throw new Database.SqliteError(REASON, 'SQLITE_FULL');
      return run(...values);
    },
    writable: true,
    configurable: true,
  });
}
