/** The two databases of a data folder. */
import { type Database, openDatabase } from '../../../shared/node/sqlite/database.ts';
import { HISTORY_MIGRATIONS, WORKBENCH_MIGRATIONS } from './migrations.ts';

export interface Databases {
  /** The user's work, and the vault. */
  work: Database;
  /** Every exchange. */
  history: Database;
  close: () => void;
}

/** @throws StartError if the data folder is in use by another workbench, or newer than this program */
export function openDatabases(folder: string): Databases {
  const work = openDatabase({
    folder,
    file: 'workbench.db',
    migrations: WORKBENCH_MIGRATIONS,
    synchronous: 'FULL',
  });
  // A private key that is encrypted again must not remain in free pages, encrypted with its earlier key.
  work.pragma('secure_delete = ON');
  const history = openDatabase({
    folder,
    file: 'history.db',
    migrations: HISTORY_MIGRATIONS,
    synchronous: 'NORMAL',
  });
  return {
    work,
    history,
    close: () => {
      work.close();
      history.close();
    },
  };
}
