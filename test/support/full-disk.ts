/** A process that can store nothing more in some tables, as on a full disk. Its other statements work as ever. */
import Database from 'better-sqlite3';

const REASON = 'database or disk is full';

/** What has no room: the statement, and of which values; all of them if left out. */
const STATEMENTS = {
  history: [{ into: 'exchange' }],
  work: [
    { into: 'meta', of: ([key]: unknown[]) => String(key).endsWith('recent-ids') },
    { into: 'sca_session', of: (values: unknown[]) => values[3] !== null },
  ],
} satisfies Record<string, { into: string; of?: (values: unknown[]) => boolean }[]>;

export type Full = keyof typeof STATEMENTS;

/**
 * From now on, statements that are prepared in this process fail where there is no room.
 * The files stay as they are: a database with a constraint or a trigger that the program did not make is not opened.
 * @returns what ends it
 */
export function fillDisk(full: Full): () => void {
  const { prototype } = Database;
  const { prepare } = prototype;
  prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    const refused: { into: string; of?: (values: unknown[]) => boolean } | undefined = STATEMENTS[full].find(
      ({ into }) => new RegExp(`^\\s*INSERT (?:OR REPLACE )?INTO ${into}\\b`).test(sql),
    );
    if (refused === undefined) return statement;
    const { of = () => true } = refused;
    const run = statement.run.bind(statement) as (...values: unknown[]) => Database.RunResult;
    return Object.defineProperty(statement, 'run', {
      value: (...values: unknown[]) => {
        if (of(values)) throw new Database.SqliteError(REASON, 'SQLITE_FULL');
        return run(...values);
      },
      writable: true,
      configurable: true,
    });
  } as typeof prepare;
  return () => {
    prototype.prepare = prepare;
  };
}
