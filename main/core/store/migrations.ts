/** Numbered migrations of the workbench's databases. A released migration is never edited; a change is a new entry. */

/** `workbench.db`: the user's work. */
export const WORKBENCH_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE certificate (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, pem TEXT NOT NULL, sealed_key BLOB NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE environment (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, certificate_id TEXT NOT NULL REFERENCES certificate,
    psu_ip_address TEXT NOT NULL, psu_id TEXT, corporate_id TEXT, context TEXT, session_id TEXT NOT NULL, session_since INTEGER
  ) STRICT;
  `,
  `
  ALTER TABLE certificate ADD COLUMN origin TEXT NOT NULL DEFAULT 'made';
  ALTER TABLE certificate ADD COLUMN chain TEXT NOT NULL DEFAULT '[]';
  -- Until now there was one authority, and it had issued everything.
  UPDATE certificate SET chain = json_array((SELECT pem FROM certificate WHERE kind = 'authority')) WHERE kind = 'signing';
  ALTER TABLE environment ADD COLUMN base_url TEXT;
  ALTER TABLE environment ADD COLUMN redirect_uri TEXT;
  ALTER TABLE environment ADD COLUMN roots TEXT NOT NULL DEFAULT '';
  ALTER TABLE environment ADD COLUMN tls_certificate_id TEXT REFERENCES certificate;
  `,
  `
  -- Of a secret one the value is sealed with the vault's key, and \`value\` is null.
  CREATE TABLE variable (
    environment_id TEXT NOT NULL REFERENCES environment ON DELETE CASCADE, name TEXT NOT NULL, value TEXT, sealed BLOB,
    PRIMARY KEY (environment_id, name)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Every TPP-Session-ID; that in use is named by its environment. Times are the bank's, in milliseconds.
  CREATE TABLE sca_session (
    environment_id TEXT NOT NULL REFERENCES environment ON DELETE CASCADE, id TEXT NOT NULL, began INTEGER NOT NULL,
    pending INTEGER, since INTEGER, replaced INTEGER, psu_id TEXT, PRIMARY KEY (environment_id, id)
  ) STRICT;
  INSERT INTO sca_session (environment_id, id, began, since, psu_id)
    SELECT id, session_id, coalesce(session_since, 0), session_since, psu_id FROM environment;
  ALTER TABLE environment DROP COLUMN session_since;
  `,
  `
  ALTER TABLE environment ADD COLUMN headers TEXT NOT NULL DEFAULT '';
  `,
  `
  -- The context of a session's last SCA. Until now only that of the session in use was known.
  ALTER TABLE sca_session ADD COLUMN corporate_id TEXT;
  UPDATE sca_session SET corporate_id = (
    SELECT corporate_id FROM environment WHERE environment.id = environment_id AND environment.session_id = sca_session.id
    AND environment.psu_id = sca_session.psu_id
  );
  `,
  `
  -- When the last SCA of a session failed.
  ALTER TABLE sca_session ADD COLUMN failed INTEGER;
  `,
  `
  -- PEM of certificates that an imported environment had elsewhere and that are not here; empty if not even that is known.
  ALTER TABLE environment ADD COLUMN missing_certificate TEXT;
  ALTER TABLE environment ADD COLUMN missing_tls_certificate TEXT;
  `,
  `
  -- 1 for an imported environment until the user has seen and confirmed where it sends, and as whom.
  ALTER TABLE environment ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;
  `,
];

/** `history.db`: every exchange. */
export const HISTORY_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE exchange (
    id TEXT PRIMARY KEY, at INTEGER NOT NULL, title TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    status INTEGER, duration REAL, failure TEXT, detail TEXT NOT NULL, body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX exchange_by_time ON exchange (at);
  `,
  `
  -- Of a body in a file, \`body\` has the first window. Null is what was kept before there were files.
  ALTER TABLE exchange ADD COLUMN body_file TEXT;
  ALTER TABLE exchange ADD COLUMN body_bytes INTEGER;
  `,
  `
  -- Runs of collections; their exchanges are in \`exchange\`. Times in milliseconds.
  CREATE TABLE run (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, environment TEXT NOT NULL, started_at INTEGER NOT NULL,
    duration INTEGER, state TEXT NOT NULL, problem TEXT, planned INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE run_result (
    run_id TEXT NOT NULL, number INTEGER NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (run_id, number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Of a baseline, the paths of values that always differ, as JSON; null for any other run.
  ALTER TABLE run ADD COLUMN baseline TEXT;
  -- The results of one step in all runs.
  CREATE INDEX run_result_by_path ON run_result (json_extract(detail, '$.path'));
  `,
  `
  -- The event log. \`exchange\` is the id of the exchange that an event is about; \`detail\` is the whole event.
  CREATE TABLE flow_event (
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, exchange TEXT, detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX flow_event_by_time ON flow_event (at);
  `,
  `
  -- Where it was sent, and what a search finds it by besides its summary and the response: ids, headers, the body that was sent.
  ALTER TABLE exchange ADD COLUMN environment TEXT;
  ALTER TABLE exchange ADD COLUMN words TEXT NOT NULL DEFAULT '';
  UPDATE exchange SET words = substr(coalesce(json_extract(detail, '$.requestBody'), ''), 1, 65536) || ' ' || coalesce((
    SELECT group_concat(json_extract(header.value, '$.value'), ' ') FROM json_each(detail, '$.prepared.headers') AS header
    WHERE lower(json_extract(header.value, '$.name')) = 'x-request-id'), '')
  WHERE json_valid(detail);
  `,
  `
  -- What has sent it, if not the workbench itself.
  ALTER TABLE exchange ADD COLUMN origin TEXT;
  `,
];
