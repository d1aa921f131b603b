/** The n-th migration upgrades version n to n + 1. Never edit a released one; add an entry for each change. */

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
    register_limit INTEGER NOT NULL, approval_limit INTEGER NOT NULL, roles TEXT NOT NULL
  ) STRICT;
  CREATE TABLE internal_account (
    kind TEXT NOT NULL, currency TEXT NOT NULL, booked INTEGER NOT NULL, PRIMARY KEY (kind, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blocked_account (
    account_id TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  -- For what belongs to a customer, an account or an agreement.
  CREATE INDEX account_by_customer ON account (customer_id);
  CREATE INDEX card_account_by_customer ON card_account (customer_id);
  CREATE INDEX agreement_by_owner ON agreement (owner_id);
  CREATE INDEX engagement_by_agreement ON engagement (agreement_id);
  CREATE INDEX engagement_of_person ON engagement (agreement_id, psu_customer_id);
  CREATE INDEX engagement_by_psu ON engagement (psu_customer_id);
  CREATE INDEX engagement_by_account ON engagement (account_id);

  CREATE TABLE account_transaction (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, booking_date TEXT NOT NULL, booked_at INTEGER NOT NULL,
    counterparty TEXT NOT NULL, text TEXT NOT NULL, pending INTEGER NOT NULL, counterparty_account TEXT, end_to_end TEXT,
    reference TEXT, code TEXT NOT NULL, value_date TEXT, payment_id TEXT, original_amount INTEGER, original_currency TEXT, posted TEXT
  ) STRICT;
  CREATE INDEX account_transaction_by_day ON account_transaction (account_id, pending, booking_date, booked_at, id, amount);
  CREATE INDEX account_transaction_reserved ON account_transaction (payment_id) WHERE pending = 1;
  CREATE TABLE card_transaction (
    id TEXT PRIMARY KEY, card_id TEXT NOT NULL REFERENCES card_account ON DELETE CASCADE, pending INTEGER NOT NULL,
    amount INTEGER NOT NULL, currency TEXT NOT NULL, original_amount INTEGER NOT NULL, original_currency TEXT NOT NULL,
    booking_date TEXT NOT NULL, booked_at INTEGER NOT NULL, acceptor_id TEXT, acceptor_town TEXT, acceptor_country TEXT,
    invoiced INTEGER NOT NULL, text TEXT NOT NULL, posted TEXT
  ) STRICT;
  CREATE INDEX card_transaction_by_date ON card_transaction (card_id, pending, booked_at, id);
  -- Maintained by triggers, so a snapshot omits it.
  CREATE TABLE transaction_day (
    account_id TEXT NOT NULL, pending INTEGER NOT NULL, booking_date TEXT NOT NULL, count INTEGER NOT NULL, sum REAL NOT NULL,
    PRIMARY KEY (account_id, pending, booking_date)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER transaction_day_more AFTER INSERT ON account_transaction BEGIN
    INSERT INTO transaction_day VALUES (new.account_id, new.pending, new.booking_date, 1, new.amount)
    ON CONFLICT (account_id, pending, booking_date) DO UPDATE SET count = count + 1, sum = sum + excluded.sum;
  END;
  CREATE TRIGGER transaction_day_less AFTER DELETE ON account_transaction BEGIN
    UPDATE transaction_day SET count = count - 1, sum = sum - old.amount
    WHERE account_id = old.account_id AND pending = old.pending AND booking_date = old.booking_date;
    DELETE FROM transaction_day
    WHERE account_id = old.account_id AND pending = old.pending AND booking_date = old.booking_date AND count = 0;
  END;

  CREATE TABLE tpp (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE tpp_register (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('registered', 'withdrawn')),
    passport INTEGER NOT NULL CHECK (passport IN (0, 1)), roles TEXT NOT NULL,
    roles_entered INTEGER NOT NULL CHECK (roles_entered IN (0, 1))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blocked_tpp (tpp TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE contact (tpp TEXT PRIMARY KEY, email TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE request_id (tpp TEXT NOT NULL, request_id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (tpp, request_id)) STRICT, WITHOUT ROWID;

  CREATE TABLE psu (
    tpp TEXT NOT NULL, psu_id TEXT NOT NULL, customer_id TEXT NOT NULL REFERENCES customer ON DELETE CASCADE,
    PRIMARY KEY (tpp, psu_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX psu_by_customer ON psu (customer_id);
  CREATE TABLE corporate (
    tpp TEXT NOT NULL, corporate_id TEXT NOT NULL, agreement_id TEXT NOT NULL REFERENCES agreement ON DELETE CASCADE,
    PRIMARY KEY (tpp, corporate_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX corporate_by_agreement ON corporate (agreement_id);
  -- HDR-6: each context of a PSU has its own session; '' is the private context. A replaced session remains, because it shows
  -- the context of the SCA of its TPP-Session-ID.
  CREATE TABLE session (
    tpp TEXT NOT NULL, psu_id TEXT NOT NULL, session_id TEXT NOT NULL, corporate_id TEXT NOT NULL, since INTEGER NOT NULL,
    replaced INTEGER NOT NULL, PRIMARY KEY (tpp, psu_id, session_id, corporate_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX session_of_psu ON session (tpp, psu_id) WHERE replaced = 0;
  CREATE INDEX session_by_age ON session (since) WHERE replaced = 0;
  CREATE INDEX replaced_session ON session (since) WHERE replaced > 0;
  CREATE TABLE sca (
    id TEXT PRIMARY KEY, tpp TEXT NOT NULL, tpp_name TEXT NOT NULL, ask TEXT NOT NULL, session_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL, app_variant INTEGER NOT NULL, created_at INTEGER NOT NULL, outcome TEXT, failure TEXT,
    subject TEXT, authorisation_id TEXT, agreement_id TEXT
  ) STRICT;
  CREATE INDEX sca_by_age ON sca (created_at);
  CREATE UNIQUE INDEX sca_by_authorisation ON sca (authorisation_id) WHERE authorisation_id IS NOT NULL;
  CREATE INDEX sca_by_subject ON sca (subject, ask, created_at) WHERE subject IS NOT NULL;

  CREATE TABLE consent (
    id TEXT PRIMARY KEY, tpp TEXT NOT NULL, psu_id TEXT NOT NULL, corporate_id TEXT NOT NULL,
    granted_at INTEGER NOT NULL, revoked_at INTEGER, UNIQUE (tpp, psu_id, corporate_id)
  ) STRICT;
  CREATE INDEX consent_by_age ON consent (granted_at);
  CREATE TABLE consent_account (
    consent_id TEXT NOT NULL REFERENCES consent ON DELETE CASCADE,
    account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
    PRIMARY KEY (consent_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX consent_account_by_account ON consent_account (account_id);
  CREATE TABLE consent_card (
    consent_id TEXT NOT NULL REFERENCES consent ON DELETE CASCADE,
    card_id TEXT NOT NULL REFERENCES card_account ON DELETE CASCADE,
    PRIMARY KEY (consent_id, card_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX consent_card_by_card ON consent_card (card_id);
  CREATE TABLE unattended_call (
    tpp TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE, service TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unattended_call_by_account ON unattended_call (tpp, account_id, service, at);
  CREATE INDEX unattended_call_of_account ON unattended_call (account_id);
  -- LIM-2: the latest online read of an account, and the pages of listings without the PSU.
  CREATE TABLE online_read (
    tpp TEXT NOT NULL, psu_id TEXT NOT NULL, corporate_id TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE, at INTEGER NOT NULL,
    PRIMARY KEY (tpp, psu_id, corporate_id, account_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX online_read_of_account ON online_read (account_id);
  CREATE TABLE unattended_page (
    tpp TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE, listing TEXT NOT NULL,
    page INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (tpp, account_id, listing, page)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX unattended_page_of_account ON unattended_page (account_id);

  CREATE TABLE payment (
    id TEXT PRIMARY KEY, tpp TEXT NOT NULL, kind TEXT NOT NULL, product TEXT NOT NULL, segment TEXT NOT NULL,
    psu_id TEXT, agreement_id TEXT, debtor_id TEXT NOT NULL, debtor_currency TEXT NOT NULL, body TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_on TEXT NOT NULL, fingerprint TEXT NOT NULL, status TEXT NOT NULL,
    signers TEXT NOT NULL, reserved INTEGER NOT NULL, funds_available INTEGER, due_at INTEGER, deadline INTEGER,
    done TEXT NOT NULL, path TEXT NOT NULL
  ) STRICT;
  CREATE INDEX payment_by_due ON payment (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX payment_by_fingerprint ON payment (tpp, created_on, fingerprint);
  CREATE INDEX payment_by_debtor ON payment (debtor_id);
  CREATE INDEX payment_in_line ON payment (created_at) WHERE status IN ('PDNG', 'ACCP') AND due_at IS NOT NULL;
  CREATE TABLE batch (
    at INTEGER NOT NULL, created_at INTEGER NOT NULL, place INTEGER NOT NULL, last INTEGER NOT NULL, total INTEGER NOT NULL,
    settled INTEGER NOT NULL, rejected INTEGER NOT NULL, retried INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE basket (
    id TEXT PRIMARY KEY, tpp TEXT NOT NULL, created_at INTEGER NOT NULL, authorised INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE basket_payment (
    basket_id TEXT NOT NULL REFERENCES basket ON DELETE CASCADE, position INTEGER NOT NULL,
    payment_id TEXT NOT NULL UNIQUE REFERENCES payment ON DELETE CASCADE, PRIMARY KEY (basket_id, position)
  ) STRICT, WITHOUT ROWID;

  -- Payments in lists, without the body, which can have a megabyte. A sum without a currency is of several currencies.
  -- Maintained by triggers, so a snapshot omits it.
  CREATE TABLE payment_line (
    place INTEGER PRIMARY KEY, debtor_id TEXT NOT NULL, created_at INTEGER NOT NULL, status TEXT NOT NULL, why TEXT NOT NULL,
    transfers INTEGER NOT NULL, creditor TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT, execution_date TEXT,
    start_date TEXT, end_date TEXT, frequency TEXT
  ) STRICT;
  CREATE INDEX payment_line_by_debtor ON payment_line (debtor_id);
  CREATE TRIGGER payment_more AFTER INSERT ON payment BEGIN
    INSERT INTO payment_line
    SELECT new.rowid, new.debtor_id, new.created_at, new.status, coalesce(new.path ->> '$[#-1].why', ''), count(*),
      coalesce(max(iif(key = 0, value ->> '$.creditorName', NULL)), ''),
      coalesce(sum(CAST(replace(value ->> '$.instructedAmount.amount', '.', '') AS INTEGER)), 0),
      iif(count(DISTINCT value ->> '$.instructedAmount.currency') = 1, max(value ->> '$.instructedAmount.currency'), NULL),
      new.body ->> '$.requestedExecutionDate', new.body ->> '$.startDate', new.body ->> '$.endDate', new.body ->> '$.frequency'
    FROM jsonb_each(coalesce(jsonb_extract(new.body, '$.payments'), jsonb_array(jsonb(new.body))));
  END;
  CREATE TRIGGER payment_step AFTER UPDATE OF status, path ON payment BEGIN
    UPDATE payment_line SET status = new.status, why = coalesce(new.path ->> '$[#-1].why', '') WHERE place = new.rowid;
  END;
  CREATE TRIGGER payment_less AFTER DELETE ON payment BEGIN
    DELETE FROM payment_line WHERE place = old.rowid;
  END;
  `,
];
