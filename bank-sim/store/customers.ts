/** Customers, agreements, accounts and their starting data. */
import type { Account, Agreement, CardAccount, Customer, Engagement } from '../domain/model.ts';
import type { StartingData } from '../domain/starting-data.ts';
import type { Database } from './database.ts';

const ACCOUNT = `id, customer_id AS customerId, name, bban, iban, currency, type, booked, reserved, credit_line AS creditLine, changed_at AS changedAt`;
const ENGAGEMENT = `id, psu_customer_id AS psuCustomerId, account_id AS accountId, register_limit AS registerLimit, approval_limit AS approvalLimit`;

export interface Counts {
  customers: number;
  accounts: number;
  cardAccounts: number;
  transactions: number;
  consents: number;
}

export type CustomerStore = ReturnType<typeof customerStore>;

/** @param db an open bank database */
export function customerStore(db: Database) {
  const all = db.prepare<[], Customer>('SELECT id, number, type, name FROM customer ORDER BY rowid');
  const byId = db.prepare<[string], Customer>('SELECT id, number, type, name FROM customer WHERE id = ?');
  const byNumber = db.prepare<[string], Customer>(
    'SELECT id, number, type, name FROM customer WHERE number = ?',
  );
  const accountsOf = db.prepare<[string], Account>(
    `SELECT ${ACCOUNT} FROM account WHERE customer_id = ? ORDER BY rowid`,
  );
  const account = db.prepare<[string], Account>(`SELECT ${ACCOUNT} FROM account WHERE id = ?`);
  const cardsOf = db.prepare<[string], CardAccount>(
    'SELECT id, customer_id AS customerId, name, masked_pan AS maskedPan, currency, credit_limit AS creditLimit, used FROM card_account WHERE customer_id = ? ORDER BY rowid',
  );
  const owned = db.prepare<[string], Omit<Agreement, 'engagements'>>(
    'SELECT id, owner_id AS ownerId, name FROM agreement WHERE owner_id = ? ORDER BY rowid',
  );
  const corporateFor = db.prepare<[string], Omit<Agreement, 'engagements'>>(
    `SELECT DISTINCT a.id, a.owner_id AS ownerId, a.name FROM agreement a
     JOIN engagement e ON e.agreement_id = a.id JOIN customer c ON c.id = a.owner_id
     WHERE e.psu_customer_id = ? AND c.type = 'CORPORATE' ORDER BY a.rowid`,
  );
  const engagements = db.prepare<[string], Engagement>(
    `SELECT ${ENGAGEMENT} FROM engagement WHERE agreement_id = ? ORDER BY rowid`,
  );
  const counts = db.prepare<[], Counts>(
    `SELECT (SELECT count(*) FROM customer) AS customers, (SELECT count(*) FROM account) AS accounts,
     (SELECT count(*) FROM card_account) AS cardAccounts, (SELECT count(*) FROM account_transaction) AS transactions,
     (SELECT count(*) FROM consent WHERE revoked_at IS NULL) AS consents`,
  );
  const insert = {
    customer: db.prepare('INSERT INTO customer VALUES (@id, @number, @type, @name)'),
    account: db.prepare(
      'INSERT INTO account VALUES (@id, @customerId, @name, @bban, @iban, @currency, @type, @booked, @reserved, @creditLine, @changedAt)',
    ),
    card: db.prepare(
      'INSERT INTO card_account VALUES (@id, @customerId, @name, @maskedPan, @currency, @creditLimit, @used)',
    ),
    agreement: db.prepare('INSERT INTO agreement VALUES (@id, @ownerId, @name)'),
    engagement: db.prepare(
      'INSERT INTO engagement VALUES (@id, @agreementId, @psuCustomerId, @accountId, @registerLimit, @approvalLimit)',
    ),
    transaction: db.prepare(
      `INSERT INTO account_transaction (id, account_id, amount, currency, booking_date, booked_at, counterparty, text,
       pending, counterparty_account, end_to_end, reference, code)
       VALUES (@id, @accountId, @amount, @currency, @bookingDate, @bookedAt, @counterparty, @text,
       @pending, @counterpartyAccount, @endToEndId, @reference, @code)`,
    ),
  };
  const complete = (agreement: Omit<Agreement, 'engagements'>): Agreement => ({
    ...agreement,
    engagements: engagements.all(agreement.id),
  });
  return {
    all: () => all.all(),
    byId: (id: string) => byId.get(id) ?? null,
    byNumber: (number: string) => byNumber.get(number) ?? null,
    accountsOf: (customerId: string) => accountsOf.all(customerId),
    account: (id: string) => account.get(id) ?? null,
    cardAccountsOf: (customerId: string) => cardsOf.all(customerId),
    /** Agreements that a customer owns. */
    agreementsOf: (customerId: string) => owned.all(customerId).map(complete),
    /** Corporate agreements in which a person is engaged. */
    corporateAgreementsFor: (psuCustomerId: string) => corporateFor.all(psuCustomerId).map(complete),
    counts: (): Counts =>
      counts.get() ?? { customers: 0, accounts: 0, cardAccounts: 0, transactions: 0, consents: 0 },
    /** SBX-1: everything that customers made or own goes, the starting data comes, in one transaction. */
    replaceAll: db.transaction((data: StartingData) => {
      for (const table of ['sca', 'session', 'consent', 'unattended_call', 'psu', 'corporate', 'customer'])
        db.exec(`DELETE FROM ${table}`);
      for (const row of data.customers) insert.customer.run(row);
      for (const row of data.accounts) insert.account.run(row);
      for (const row of data.cardAccounts) insert.card.run(row);
      for (const { engagements: list, ...row } of data.agreements) {
        insert.agreement.run(row);
        for (const engagement of list) insert.engagement.run({ ...engagement, agreementId: row.id });
      }
      for (const row of data.transactions) insert.transaction.run({ ...row, pending: row.pending ? 1 : 0 });
    }),
  };
}
