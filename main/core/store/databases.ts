/** The two databases of a data folder. */
import { join } from 'node:path';
import { readdirSync, rmSync } from 'node:fs';
import { BESIDE, type Database, openDatabase } from '../../../shared/node/sqlite.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { setAsideWith } from '../../../shared/node/private-files.ts';
import { DamagedError } from '../../../shared/node/start-error.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.start;

const HISTORY = 'history.db';
/** The folder of large bodies of the history. */
export const BODIES = 'bodies';
/** Files of the vault's data key, which protection.ts writes. */
const KEYS = ['vault.key', 'vault.sealed'];

export interface Databases {
  work: Database;
  history: HistoryFile;
  /** Whether both open files still exist. */
  areThere: () => boolean;
  close: () => void;
}

export interface HistoryFile {
  readonly db: Database;
  /** Deletes the file and opens an empty one: no deleted data stays in free pages, and space is freed even on a full disk. */
  empty: () => void;
}

/**
 * @param notice receives a sentence about a damaged history that was set aside
 * @throws StartError if the folder is in use, newer than this program, or damaged
 */
export function openDatabases(folder: string, notice: (sentence: string) => void): Databases {
  const work = openDatabase({
    folder,
    file: 'workbench.db',
    migrations: WORKBENCH_MIGRATIONS,
    synchronous: 'FULL',
    holds: t.workHolds,
    before: [HISTORY, BODIES, ...KEYS],
    // A key requires the database that it decrypts.
    mayMiss: KEYS.every((name) => kindOf(join(folder, name)) === 'none'),
  });
  try {
    // Free pages must not contain keys encrypted with an earlier data key.
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
    notice(setAside(folder, error.reason));
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

/** Sets a damaged history aside, with its bodies: bodies without an exchange would be deleted. @returns a sentence about it */
function setAside(folder: string, reason: string): string {
  const [file, bodies] = [join(folder, HISTORY), join(folder, BODIES)];
  const hasBodies = kindOf(bodies) === 'folder' && readdirSync(bodies).length > 0;
  const aside = setAsideWith(file, Date.now(), { beside: BESIDE, before: hasBodies ? [bodies] : [] });
  return t.historyAside(file, reason, { history: file + aside, bodies: hasBodies ? bodies + aside : null });
}

// A released migration is never edited; a change is a new entry.
const WORKBENCH_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE certificate (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, pem TEXT NOT NULL, sealed_key BLOB NOT NULL, created_at INTEGER NOT NULL,
    origin TEXT NOT NULL, chain TEXT NOT NULL
  ) STRICT;
  -- PEM of certificates that an imported environment had elsewhere and that are not here; empty if not even that is known.
  CREATE TABLE environment (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, certificate_id TEXT NOT NULL REFERENCES certificate,
    psu_ip_address TEXT NOT NULL, psu_id TEXT, corporate_id TEXT, context TEXT, session_id TEXT NOT NULL, base_url TEXT,
    hosts TEXT NOT NULL DEFAULT '[]', redirect_uri TEXT, roots TEXT NOT NULL DEFAULT '', tls_certificate_id TEXT REFERENCES certificate,
    headers TEXT NOT NULL DEFAULT '', profile TEXT, missing_certificate TEXT, missing_tls_certificate TEXT
  ) STRICT;
  -- \`hosts\` is a JSON list. \`profile\` is JSON; null for the specification's.
  -- Of a secret one the value is sealed with the vault's key, and \`value\` is null.
  CREATE TABLE variable (
    environment_id TEXT NOT NULL REFERENCES environment ON DELETE CASCADE, name TEXT NOT NULL, value TEXT, sealed BLOB,
    PRIMARY KEY (environment_id, name)
  ) STRICT, WITHOUT ROWID;
  -- What the workbench has taken from the OpenAPI document of its bank, as JSON.
  CREATE TABLE environment_openapi (
    environment_id TEXT PRIMARY KEY REFERENCES environment ON DELETE CASCADE, summary TEXT NOT NULL, document TEXT NOT NULL
  ) STRICT;
  -- Every TPP-Session-ID; that in use is named by its environment. Times are the bank's, in milliseconds.
  CREATE TABLE sca_session (
    environment_id TEXT NOT NULL REFERENCES environment ON DELETE CASCADE, id TEXT NOT NULL, began INTEGER NOT NULL,
    pending INTEGER, since INTEGER, replaced INTEGER, psu_id TEXT, corporate_id TEXT, failed INTEGER, PRIMARY KEY (environment_id, id)
  ) STRICT;
  `,
  `
  -- 1 for an imported environment until the user has seen and confirmed where it sends, and as whom.
  ALTER TABLE environment ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE class_space (
    environment_id TEXT PRIMARY KEY REFERENCES environment ON DELETE CASCADE, control_base_url TEXT NOT NULL, token TEXT NOT NULL
  ) STRICT;
  `,
];

const HISTORY_MIGRATIONS: readonly string[] = [
  `
  -- Of a body in a file, \`body\` has the first window. \`environment\` is where it was sent, \`words\` what a search finds it by besides
  -- its summary and the response, \`origin\` what has sent it, if not the workbench itself, \`tpp\` who has, and \`bytes\` the size of a
  -- received exchange.
  CREATE TABLE exchange (
    id TEXT PRIMARY KEY, at INTEGER NOT NULL, title TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    status INTEGER, duration REAL, failure TEXT, detail TEXT NOT NULL, body BLOB NOT NULL, body_file TEXT, body_bytes INTEGER NOT NULL,
    environment TEXT NOT NULL, words TEXT NOT NULL, origin TEXT, tpp TEXT, bytes INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX exchange_by_time ON exchange (at);
  CREATE INDEX exchange_received ON exchange (bytes) WHERE origin = 'received';
  -- Runs of collections; their exchanges are in \`exchange\`. Times in milliseconds. \`baseline\` has the paths of values that always
  -- differ, as JSON; null for a run that is none. \`own_banks\` is 1 if each row had a copy of the bank, \`environment_id\` null for a
  -- report. \`start\` is what the step started with, sealed with the vault's key.
  CREATE TABLE run (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, environment TEXT NOT NULL, started_at INTEGER NOT NULL,
    duration INTEGER, state TEXT NOT NULL, problem TEXT, notices TEXT NOT NULL, planned INTEGER NOT NULL,
    baseline TEXT, environment_id TEXT, own_banks INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE run_result (
    run_id TEXT NOT NULL, number INTEGER NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, start BLOB, PRIMARY KEY (run_id, number)
  ) STRICT, WITHOUT ROWID;
  -- The results of one step in all runs.
  CREATE INDEX run_result_by_path ON run_result (json_extract(detail, '$.path'));
  -- The event log. \`exchange\` is the id of the exchange that an event is about; \`detail\` is the whole event.
  CREATE TABLE flow_event (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, exchange TEXT, detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX flow_event_by_time ON flow_event (at);
  `,
  `
  -- What the other program that sent it calls itself.
  ALTER TABLE exchange ADD COLUMN program TEXT;
  CREATE INDEX exchange_by_bank ON exchange (environment, at);
  `,
];
