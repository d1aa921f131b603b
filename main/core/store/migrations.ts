/** Numbered migrations of the workbench's databases. A released migration is never edited; a change is a new entry. */

/** `workbench.db`: the user's work. */
export const WORKBENCH_MIGRATIONS: readonly string[] = [
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
    redirect_uri TEXT, roots TEXT NOT NULL DEFAULT '', tls_certificate_id TEXT REFERENCES certificate,
    headers TEXT NOT NULL DEFAULT '', missing_certificate TEXT, missing_tls_certificate TEXT
  ) STRICT;
  -- Of a secret one the value is sealed with the vault's key, and \`value\` is null.
  CREATE TABLE variable (
    environment_id TEXT NOT NULL REFERENCES environment ON DELETE CASCADE, name TEXT NOT NULL, value TEXT, sealed BLOB,
    PRIMARY KEY (environment_id, name)
  ) STRICT, WITHOUT ROWID;
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
];

/** `history.db`: every exchange. */
export const HISTORY_MIGRATIONS: readonly string[] = [
  `
  -- Of a body in a file, \`body\` has the first window. \`environment\` is where it was sent, \`words\` what a search finds it by besides
  -- its summary and the response, and \`origin\` what has sent it, if not the workbench itself.
  CREATE TABLE exchange (
    id TEXT PRIMARY KEY, at INTEGER NOT NULL, title TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    status INTEGER, duration REAL, failure TEXT, detail TEXT NOT NULL, body BLOB NOT NULL, body_file TEXT, body_bytes INTEGER NOT NULL,
    environment TEXT NOT NULL, words TEXT NOT NULL, origin TEXT
  ) STRICT;
  CREATE INDEX exchange_by_time ON exchange (at);
  -- Runs of collections; their exchanges are in \`exchange\`. Times in milliseconds. \`baseline\` has the paths of values that always
  -- differ, as JSON; null for a run that is none.
  CREATE TABLE run (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, environment TEXT NOT NULL, started_at INTEGER NOT NULL,
    duration INTEGER, state TEXT NOT NULL, problem TEXT, planned INTEGER NOT NULL, baseline TEXT
  ) STRICT;
  CREATE TABLE run_result (
    run_id TEXT NOT NULL, number INTEGER NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (run_id, number)
  ) STRICT, WITHOUT ROWID;
  -- The results of one step in all runs.
  CREATE INDEX run_result_by_path ON run_result (json_extract(detail, '$.path'));
  -- The event log. \`exchange\` is the id of the exchange that an event is about; \`detail\` is the whole event.
  CREATE TABLE flow_event (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, exchange TEXT, detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX flow_event_by_time ON flow_event (at);
  `,
];
