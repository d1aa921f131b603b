/** The two databases of a data folder. */
import { join } from 'node:path';
import { readdirSync, rmSync } from 'node:fs';
import { BESIDE, type Database, openDatabase } from '../../../shared/node/sqlite/database.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { setAsideWith } from '../../../shared/node/private-files.ts';
import { DamagedError } from '../../../shared/node/start-error.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { HISTORY_MIGRATIONS, WORKBENCH_MIGRATIONS } from './migrations.ts';

const t = texts.core.start;

const HISTORY = 'history.db';
/** The folder of the large bodies that the history refers to. */
export const BODIES = 'bodies';
/** The files that may keep the vault's data key, which protection.ts writes. */
const KEYS = ['vault.key', 'vault.sealed'];

export interface Databases {
  /** The user's work, and the vault. */
  work: Database;
  /** Every exchange. */
  history: HistoryFile;
  /** Whether both files are still those that are open. */
  areThere: () => boolean;
  close: () => void;
}

/** The database of the history, which is deleted as a file. */
export interface HistoryFile {
  readonly db: Database;
  /**
   * Deletes the file and opens an empty one: nothing of a deleted exchange stays in free pages, and its room is free even if the
   * disk is full.
   */
  empty: () => void;
}

/**
 * @param notice called with a sentence about a damaged history, which was put aside
 * @throws StartError if the data folder is in use by another workbench, newer than this program, or damaged
 */
export function openDatabases(folder: string, notice: (sentence: string) => void): Databases {
  const work = openDatabase({
    folder,
    file: 'workbench.db',
    migrations: WORKBENCH_MIGRATIONS,
    synchronous: 'FULL',
    holds: t.workHolds,
    before: [HISTORY, BODIES, ...KEYS],
    // With a key there must be what it opens.
    mayMiss: KEYS.every((name) => kindOf(join(folder, name)) === 'none'),
  });
  try {
    // A private key that is encrypted again must not remain in free pages, encrypted with its earlier key.
    work.pragma('secure_delete = ON');
    const history = historyFile(folder, notice);
    return {
      work,
      history,
      areThere: () => work.isThere() && history.db.isThere(),
      close: () => {
        work.close();
        history.db.close();
      },
    };
  } catch (error) {
    work.close();
    throw error;
  }
}

function historyFile(folder: string, notice: (sentence: string) => void): HistoryFile {
  const file = join(folder, HISTORY);
  const open = () => {
    const opened = openDatabase({
      folder,
      file: HISTORY,
      migrations: HISTORY_MIGRATIONS,
      synchronous: 'NORMAL',
      holds: t.historyHolds,
      before: [BODIES],
      mayMiss: true,
    });
    opened.pragma('secure_delete = ON');
    return opened;
  };
  let db: Database;
  try {
    db = open();
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    notice(putAside(folder, error.reason));
    db = open();
  }
  return {
    get db() {
      return db;
    },
    empty: () => {
      db.close();
      for (const suffix of ['', ...BESIDE]) rmSync(file + suffix, { force: true });
      db = open();
    },
  };
}

/**
 * Puts a damaged history out of the way, with the bodies that it refers to: an empty history refers to none, and what no exchange refers to
 * is deleted. @returns a sentence about it
 */
function putAside(folder: string, reason: string): string {
  const [file, bodies] = [join(folder, HISTORY), join(folder, BODIES)];
  const hasBodies = kindOf(bodies) === 'folder' && readdirSync(bodies).length > 0;
  const aside = setAsideWith(file, Date.now(), { beside: BESIDE, before: hasBodies ? [bodies] : [] });
  return t.historyAside(file, reason, { history: file + aside, bodies: hasBodies ? bodies + aside : null });
}
