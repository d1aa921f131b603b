/** Numbered migrations: the n-th brings version n to n + 1. Never edited once released; a change is a new entry. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE customer (id TEXT PRIMARY KEY, number TEXT NOT NULL UNIQUE, type TEXT NOT NULL, name TEXT NOT NULL) STRICT;
  CREATE TABLE account (
    id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customer ON DELETE CASCADE,
    name TEXT NOT NULL, bban TEXT NOT NULL UNIQUE, iban TEXT NOT NULL UNIQUE, currency TEXT NOT NULL, type TEXT NOT NULL,
    booked INTEGER NOT NULL, reserved INTEGER NOT NULL, credit_line INTEGER NOT NULL, changed_at INTEGER
  ) STRICT;
  CREATE TABLE card_account (
    id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customer ON DELETE CASCADE,
    name TEXT NOT NULL, masked_pan TEXT NOT NULL, currency TEXT NOT NULL, credit_limit INTEGER NOT NULL, used INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE agreement (id TEXT PRIMARY KEY, owner_id TEXT NOT NULL REFERENCES customer ON DELETE CASCADE, name TEXT NOT NULL) STRICT;
  CREATE TABLE engagement (
    id TEXT PRIMARY KEY, agreement_id TEXT NOT NULL REFERENCES agreement ON DELETE CASCADE,
    psu_customer_id TEXT NOT NULL REFERENCES customer ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    register_limit INTEGER NOT NULL, approval_limit INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE account_transaction (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, booking_date TEXT NOT NULL, booked_at INTEGER NOT NULL,
    counterparty TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX account_transaction_by_date ON account_transaction (account_id, booked_at);

  CREATE TABLE psu (
    tpp TEXT NOT NULL, psu_id TEXT NOT NULL, customer_id TEXT NOT NULL REFERENCES customer ON DELETE CASCADE,
    PRIMARY KEY (tpp, psu_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE corporate (
    tpp TEXT NOT NULL, corporate_id TEXT NOT NULL, agreement_id TEXT NOT NULL REFERENCES agreement ON DELETE CASCADE,
    PRIMARY KEY (tpp, corporate_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE session (
    tpp TEXT NOT NULL, psu_id TEXT NOT NULL, session_id TEXT NOT NULL, context TEXT NOT NULL, since INTEGER NOT NULL,
    PRIMARY KEY (tpp, psu_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sca (
    id TEXT PRIMARY KEY, tpp TEXT NOT NULL, tpp_name TEXT NOT NULL, ask TEXT NOT NULL, session_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL, app_variant INTEGER NOT NULL, created_at INTEGER NOT NULL, outcome TEXT
  ) STRICT;
  CREATE INDEX sca_by_age ON sca (created_at);
  CREATE TABLE consent (
    id TEXT PRIMARY KEY, tpp TEXT NOT NULL, psu_id TEXT NOT NULL, corporate_id TEXT NOT NULL,
    granted_at INTEGER NOT NULL, revoked_at INTEGER, UNIQUE (tpp, psu_id, corporate_id)
  ) STRICT;
  CREATE TABLE consent_account (
    consent_id TEXT NOT NULL REFERENCES consent ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    PRIMARY KEY (consent_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unattended_call (
    tpp TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE, service TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unattended_call_by_account ON unattended_call (tpp, account_id, service, at);
  CREATE TABLE blocked_tpp (tpp TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE request_id (tpp TEXT NOT NULL, request_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (tpp, request_id)) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE account_transaction ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE account_transaction ADD COLUMN counterparty_account TEXT;
  ALTER TABLE account_transaction ADD COLUMN end_to_end TEXT;
  ALTER TABLE account_transaction ADD COLUMN reference TEXT;
  ALTER TABLE account_transaction ADD COLUMN code TEXT NOT NULL DEFAULT 'GIRO';
  DROP INDEX account_transaction_by_date;
  CREATE INDEX account_transaction_by_date ON account_transaction (account_id, pending, booked_at, id);
  ALTER TABLE session ADD COLUMN corporate_id TEXT;
  CREATE TABLE contact (tpp TEXT PRIMARY KEY, email TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE account_transaction ADD COLUMN value_date TEXT;
  ALTER TABLE engagement ADD COLUMN roles TEXT NOT NULL DEFAULT 'REGISTER,VIEW';
  CREATE TABLE clearing (currency TEXT PRIMARY KEY, booked INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO clearing SELECT currency, -sum(booked) FROM account GROUP BY currency;
  `,
  `
  CREATE TABLE tpp (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE card_transaction (
    id TEXT PRIMARY KEY, card_id TEXT NOT NULL REFERENCES card_account ON DELETE CASCADE, pending INTEGER NOT NULL,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, original_amount INTEGER NOT NULL, original_currency TEXT NOT NULL,
    booking_date TEXT NOT NULL, booked_at INTEGER NOT NULL, acceptor_id TEXT, acceptor_town TEXT, acceptor_country TEXT,
    invoiced INTEGER NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX card_transaction_by_date ON card_transaction (card_id, pending, booked_at, id);
  CREATE TABLE consent_card (
    consent_id TEXT NOT NULL REFERENCES consent ON DELETE CASCADE,
    card_id TEXT NOT NULL REFERENCES card_account ON DELETE CASCADE,
    PRIMARY KEY (consent_id, card_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE sca ADD COLUMN failure TEXT;
  `,
];
