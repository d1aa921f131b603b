/** Customers, agreements, accounts, cards and their seed data. */
import {
  type Account,
  type Agreement,
  type AgreementName,
  type CardAccount,
  type CardTransaction,
  type Customer,
  type Engagement,
  ownAgreementName,
  ROLES,
  type Transaction,
} from '../domain/model.ts';
import type { Payment } from '../domain/payment.ts';
import type { StartingData } from '../domain/starting-data.ts';
import type { Database } from '../../shared/node/sqlite.ts';
import { clearingAccount } from './ledger.ts';

const CUSTOMER = 'id, number, type, name';
const CARD =
  'id, customer_id AS customerId, name, masked_pan AS maskedPan, currency, credit_limit AS creditLimit, used';
const ACCOUNT = `id, customer_id AS customerId, name, bban, iban, currency, type, booked, reserved, credit_line AS creditLine, changed_at AS changedAt`;
const ENGAGEMENT = `id, roles, psu_customer_id AS psuCustomerId, account_id AS accountId, register_limit AS registerLimit, approval_limit AS approvalLimit`;

export interface Counts {
  customers: number;
  accounts: number;
  cardAccounts: number;
  transactions: number;
  consents: number;
}

type EngagementRow = Omit<Engagement, 'roles'> & { roles: string };

function readEngagement({ roles, ...rest }: EngagementRow): Engagement {
  return { ...rest, roles: roles.split(',') as Engagement['roles'] };
}

/** SQLite has no booleans. */
function cardRow(row: CardTransaction) {
  return { ...row, pending: row.pending ? 1 : 0, invoiced: row.invoiced ? 1 : 0 };
}

export type CustomerStore = ReturnType<typeof customerStore>;

export function customerStore(db: Database) {
  const all = db.prepare<[], Customer>(`SELECT ${CUSTOMER} FROM customer ORDER BY rowid`);
  const first = db.prepare<[number], Customer>(`SELECT ${CUSTOMER} FROM customer ORDER BY rowid LIMIT ?`);
  const byId = db.prepare<[string], Customer>(`SELECT ${CUSTOMER} FROM customer WHERE id = ?`);
  const byNumber = db.prepare<[string], Customer>(`SELECT ${CUSTOMER} FROM customer WHERE number = ?`);
  const byName = db.prepare<[string], Customer>(
    `SELECT ${CUSTOMER} FROM customer WHERE name = ? ORDER BY rowid LIMIT 1`,
  );
  const accountsOf = db.prepare<[string], Account>(
    `SELECT ${ACCOUNT} FROM account WHERE customer_id = ? ORDER BY rowid`,
  );
  const account = db.prepare<[string], Account>(`SELECT ${ACCOUNT} FROM account WHERE id = ?`);
  const cardsOf = db.prepare<[string], CardAccount>(
    `SELECT ${CARD} FROM card_account WHERE customer_id = ? ORDER BY rowid`,
  );
  const card = db.prepare<[string], CardAccount>(`SELECT ${CARD} FROM card_account WHERE id = ?`);
  const useCard = db.prepare('UPDATE card_account SET used = used - ? WHERE id = ?');
  const owned = db.prepare<[string], AgreementName>(
    'SELECT id, owner_id AS ownerId, name FROM agreement WHERE owner_id = ? ORDER BY rowid',
  );
  const corporateFor = db.prepare<
    [string],
    EngagementRow & Record<'agreementId' | 'ownerId' | 'name', string>
  >(
    `SELECT a.id AS agreementId, a.owner_id AS ownerId, a.name, e.${ENGAGEMENT} FROM engagement e
     JOIN agreement a ON a.id = e.agreement_id JOIN customer c ON c.id = a.owner_id
     WHERE e.psu_customer_id = ? AND c.type = 'CORPORATE' ORDER BY a.rowid, e.rowid`,
  );
  const engagementsOf = db.prepare<[string, string], EngagementRow>(
    `SELECT ${ENGAGEMENT} FROM engagement WHERE agreement_id = ? AND psu_customer_id = ? ORDER BY rowid`,
  );
  // Stops at the first one, in the order of the index.
  const otherSigner = db.prepare<{ agreement: string; account: string; signers: string }, Customer>(
    `SELECT c.id, c.number, c.type, c.name FROM engagement e INDEXED BY engagement_by_agreement
     JOIN customer c ON c.id = e.psu_customer_id
     WHERE e.agreement_id = @agreement AND e.account_id = @account
       AND e.psu_customer_id NOT IN (SELECT value FROM json_each(@signers)) ORDER BY e.rowid LIMIT 1`,
  );
  const signatory = db
    .prepare<{ company: string; signers: string }, string>(
      `SELECT c.name FROM agreement a JOIN engagement e INDEXED BY engagement_by_agreement ON e.agreement_id = a.id
       JOIN customer c ON c.id = e.psu_customer_id
       WHERE a.owner_id = @company AND c.type = 'PRIVATE' AND c.id NOT IN (SELECT value FROM json_each(@signers)) LIMIT 1`,
    )
    .pluck();
  const engaged = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM agreement a JOIN engagement e ON e.agreement_id = a.id JOIN customer c ON c.id = a.owner_id
       WHERE a.id = ? AND e.psu_customer_id = ? AND c.type = 'CORPORATE' LIMIT 1`,
    )
    .pluck();
  const latestBban = db
    .prepare<[string, string], string | null>('SELECT max(bban) FROM account WHERE bban BETWEEN ? AND ?')
    .pluck();
  const engagements = db.prepare<[string], EngagementRow>(
    `SELECT ${ENGAGEMENT} FROM engagement WHERE agreement_id = ? ORDER BY rowid`,
  );
  const counts = db.prepare<[], Counts>(
    `SELECT (SELECT count(*) FROM customer) AS customers, (SELECT count(*) FROM account) AS accounts,
     (SELECT count(*) FROM card_account) AS cardAccounts, (SELECT coalesce(sum(count), 0) FROM transaction_day) AS transactions,
     (SELECT count(*) FROM consent WHERE revoked_at IS NULL) AS consents`,
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM customer').pluck();
  const insert = {
    customer: db.prepare('INSERT INTO customer VALUES (@id, @number, @type, @name)'),
    account: db.prepare(
      'INSERT INTO account VALUES (@id, @customerId, @name, @bban, @iban, @currency, @type, @booked, @reserved, @creditLine, @changedAt)',
    ),
    card: db.prepare(
      'INSERT INTO card_account VALUES (@id, @customerId, @name, @maskedPan, @currency, @creditLimit, @used)',
    ),
    cardTransaction: db.prepare(
      `INSERT INTO card_transaction VALUES (@id, @cardId, @pending, @amount, @currency, @originalAmount, @originalCurrency,
       @bookingDate, @bookedAt, @acceptorId, @acceptorTown, @acceptorCountry, @invoiced, @text, @posted)`,
    ),
    agreement: db.prepare('INSERT INTO agreement VALUES (@id, @ownerId, @name)'),
    engagement: db.prepare(
      'INSERT INTO engagement VALUES (@id, @agreementId, @psuCustomerId, @accountId, @registerLimit, @approvalLimit, @roles)',
    ),
    transaction: db.prepare(
      `INSERT INTO account_transaction (id, account_id, amount, currency, booking_date, booked_at, counterparty, text,
       pending, counterparty_account, end_to_end, reference, code, value_date, original_amount, original_currency, posted)
       VALUES (@id, @accountId, @amount, @currency, @bookingDate, @bookedAt, @counterparty, @text,
       @pending, @counterpartyAccount, @endToEndId, @reference, @code, @valueDate, @originalAmount, @originalCurrency, @posted)`,
    ),
  };
  const dropTransactions = db.prepare(
    'DELETE FROM account_transaction WHERE account_id = ? AND NOT (pending = 1 AND payment_id IS NOT NULL)',
  );
  const keepReserved = db.prepare(
    'UPDATE account SET reserved = (SELECT coalesce(sum(reserved), 0) FROM payment WHERE debtor_id = account.id) WHERE id = ?',
  );
  const accountByBban = db.prepare<[string], Account>(`SELECT ${ACCOUNT} FROM account WHERE bban = ?`);
  const blocked = db.prepare<[string], { id: string }>(
    'SELECT account_id AS id FROM blocked_account WHERE account_id = ?',
  );
  const block = db.prepare('INSERT OR IGNORE INTO blocked_account VALUES (?)');
  const unblock = db.prepare('DELETE FROM blocked_account WHERE account_id = ?');
  const allAccounts = db.prepare<[], Account>(`SELECT ${ACCOUNT} FROM account ORDER BY rowid`);
  const accountByIban = db.prepare<[string], Account>(`SELECT ${ACCOUNT} FROM account WHERE iban = ?`);
  const allAgreements = db.prepare<[], AgreementName>(
    'SELECT id, owner_id AS ownerId, name FROM agreement ORDER BY rowid',
  );
  const agreement = db.prepare<[string], AgreementName>(
    'SELECT id, owner_id AS ownerId, name FROM agreement WHERE id = ?',
  );
  const turnover = db
    .prepare<[string], number>('SELECT total(abs(amount)) FROM account_transaction WHERE account_id = ?')
    .pluck();
  const ownBalance = db
    .prepare<[string], number>(
      'SELECT coalesce(max(abs(booked)), 0) FROM internal_account WHERE currency = ?',
    )
    .pluck();
  const addToAccount = db.prepare('UPDATE account SET booked = booked + ?, changed_at = ? WHERE id = ?');
  const clear = clearingAccount(db);
  const conservation = db.prepare<[], { currency: string; sum: number }>(
    `SELECT currency, sum(booked) AS sum FROM (SELECT currency, booked FROM account UNION ALL SELECT currency, booked FROM internal_account
     UNION ALL SELECT currency, -used FROM card_account)
     GROUP BY currency ORDER BY currency`,
  );
  const complete = (agreement: AgreementName): Agreement => ({
    ...agreement,
    engagements: engagements.all(agreement.id).map(readEngagement),
  });
  // One statement for all agreements of a company, which can be thousands.
  const endActing = (which: string) =>
    ['consent', 'session', 'online_read'].map((table) =>
      db.prepare<[string]>(
        `DELETE FROM ${table} WHERE (tpp, corporate_id) IN (
           SELECT tpp, corporate_id FROM corporate WHERE agreement_id IN (SELECT id FROM agreement WHERE ${which} = ?))`,
      ),
    );
  const endActingUnder = endActing('id');
  const endActingFor = endActing('owner_id');
  return {
    all: () => all.all(),
    /** Oldest first. */
    first: (limit: number) => first.all(limit),
    byId: (id: string) => byId.get(id) ?? null,
    byNumber: (number: string) => byNumber.get(number) ?? null,
    /** The oldest of this name. */
    byName: (name: string) => byName.get(name) ?? null,
    accountsOf: (customerId: string) => accountsOf.all(customerId),
    account: (id: string) => account.get(id) ?? null,
    cardAccount: (id: string) => card.get(id) ?? null,
    addCardAccount: (row: CardAccount) => insert.card.run(row),
    /** Books a card transaction and adjusts what is owed on the card. */
    bookCardTransaction: db.transaction((row: CardTransaction) => {
      insert.cardTransaction.run(cardRow(row));
      useCard.run(row.amount, row.cardId);
      clear(row.currency, -row.amount);
    }),
    cardAccountsOf: (customerId: string) => cardsOf.all(customerId),
    /** Agreements owned by a customer. */
    agreementsOf: (customerId: string) => owned.all(customerId).map(complete),
    /** Corporate agreements of a PSU, with the engagements of this PSU only. */
    corporateAgreementsFor: (psuCustomerId: string): Agreement[] => {
      const found = new Map<string, Agreement>();
      for (const { agreementId, ownerId, name, ...row } of corporateFor.iterate(psuCustomerId)) {
        const engagement = readEngagement(row);
        const known = found.get(agreementId);
        if (known === undefined)
          found.set(agreementId, { id: agreementId, ownerId, name, engagements: [engagement] });
        else known.engagements.push(engagement);
      }
      return [...found.values()];
    },
    /** An agreement with the engagements of one PSU only; those of others can be many. */
    agreementFor: (id: string, psuCustomerId: string): Agreement | null => {
      const row = agreement.get(id);
      return row ? { ...row, engagements: engagementsOf.all(id, psuCustomerId).map(readEngagement) } : null;
    },
    /** The first customer with an engagement on the account of a payment that lacks a signature, who has not signed it. */
    nextSigner: (payments: readonly Payment[]): Customer | null => {
      for (const { status, agreementId, debtorId, signers } of payments) {
        if (status !== 'PATC' || agreementId === null) continue;
        const other = otherSigner.get({
          agreement: agreementId,
          account: debtorId,
          signers: JSON.stringify(signers),
        });
        if (other !== undefined) return other;
      }
      return null;
    },
    /** Name of a person who can act for a company and is none of the signers. */
    signatoryOf: (company: string, signers: readonly string[]) =>
      signatory.get({ company, signers: JSON.stringify(signers) }) ?? null,
    /** Whether a PSU can act under a corporate agreement. */
    isEngaged: (agreementId: string, psuCustomerId: string) =>
      engaged.get(agreementId, psuCustomerId) !== undefined,
    /** The highest account number in a range, both ends included. */
    latestBban: (from: string, to: string) => latestBban.get(from, to) ?? null,
    allAccounts: () => allAccounts.all(),
    accountByIban: (iban: string) => accountByIban.get(iban) ?? null,
    accountByBban: (bban: string) => accountByBban.get(bban) ?? null,
    /** Whether the bank has blocked payments from an account (SCA-12). */
    arePaymentsBlocked: (accountId: string) => blocked.get(accountId) !== undefined,
    setPaymentsBlocked: (accountId: string, value: boolean) => (value ? block : unblock).run(accountId),
    allAgreements: () => allAgreements.all().map(complete),
    agreement: (id: string): AgreementName | null => agreement.get(id) ?? null,
    /** With all engagements, of which there can be thousands. */
    wholeAgreement: (id: string): Agreement | null => {
      const row = agreement.get(id);
      return row ? complete(row) : null;
    },
    /** A customer gets an agreement immediately (SBX-2). */
    addCustomer: db.transaction((row: Customer, agreementId: string) => {
      insert.customer.run(row);
      insert.agreement.run({ id: agreementId, ownerId: row.id, name: ownAgreementName(row) });
    }),
    /** Deletes a customer with everything they own; their balances move to the clearing accounts. */
    removeCustomer: db.transaction((id: string) => {
      for (const account of accountsOf.all(id)) clear(account.currency, account.booked);
      for (const owned of cardsOf.all(id)) clear(owned.currency, -owned.used);
      for (const table of ['consent', 'session', 'online_read']) {
        db.prepare(`DELETE FROM ${table} WHERE psu_id IN (SELECT psu_id FROM psu WHERE customer_id = ?)`).run(
          id,
        );
      }
      for (const statement of endActingFor) statement.run(id);
      db.prepare('DELETE FROM customer WHERE id = ?').run(id);
    }),
    /**
     * Takes the opening balance from the clearing account, without a transaction (SBX-4). Under the customer's first agreement, their own
     * number is engaged on the account, without limits (SBX-2).
     */
    addAccount: db.transaction((row: Account, engagementId: string) => {
      insert.account.run(row);
      clear(row.currency, -row.booked);
      const [agreement] = owned.all(row.customerId);
      if (agreement === undefined) return;
      const engagement = { psuCustomerId: row.customerId, accountId: row.id, roles: ROLES.join(',') };
      const limits = { registerLimit: 0, approvalLimit: 0 };
      insert.engagement.run({ id: engagementId, ...engagement, ...limits, agreementId: agreement.id });
    }),
    removeAccount: db.transaction((row: Account) => {
      clear(row.currency, row.booked);
      db.prepare('DELETE FROM account WHERE id = ?').run(row.id);
    }),
    /** Deletes an agreement with its engagements, and the sessions and consents of the PSUs who acted under it. */
    removeAgreement: db.transaction((id: string) => {
      for (const statement of endActingUnder) statement.run(id);
      db.prepare('DELETE FROM agreement WHERE id = ?').run(id);
    }),
    addAgreement: (row: AgreementName) => insert.agreement.run(row),
    addEngagement: (agreementId: string, row: Engagement) =>
      insert.engagement.run({ ...row, roles: row.roles.join(','), agreementId }),
    /** Moves money between an account and the clearing account of its currency, without a transaction (SBX-4). */
    moveBalance: db.transaction((row: Account, amount: number, at: number) => {
      addToAccount.run(amount, at, row.id);
      clear(row.currency, -amount);
    }),
    /** Books a transaction, which may be backdated, and moves the money now. @param at bank time in milliseconds */
    bookTransaction: db.transaction((account: Account, row: Transaction, at: number) => {
      insert.transaction.run({ ...row, pending: row.pending ? 1 : 0 });
      addToAccount.run(row.amount, at, account.id);
      clear(account.currency, -row.amount);
    }),
    /** The sum of the absolute amounts of an account, or the largest absolute balance of the bank's own accounts if that is more. */
    turnover: ({ id, currency }: Account) => Math.max(turnover.get(id) ?? 0, ownBalance.get(currency) ?? 0),
    /** The largest absolute balance of the bank's own accounts in a currency. */
    ownBalance: (currency: string) => ownBalance.get(currency) ?? 0,
    /** Deletes the transactions of an account; its booked balance and the reservations of payments remain. */
    removeTransactions: db.transaction((accountId: string) => {
      dropTransactions.run(accountId);
      keepReserved.run(accountId);
    }),
    /** The sum over all accounts of each currency, clearing included, in minor units: always zero (PAY-20). */
    conservation: () => conservation.all(),
    count: (): number => count.get() ?? 0,
    counts: (): Counts =>
      counts.get() ?? { customers: 0, accounts: 0, cardAccounts: 0, transactions: 0, consents: 0 },
    /** SBX-1: deletes everything that customers created or own and loads the seed data, in one transaction. */
    replaceAll: db.transaction((data: StartingData) => {
      // Foreign keys delete what belongs to a customer, an account or an agreement.
      for (const table of [
        'sca',
        'session',
        'consent',
        'customer',
        'internal_account',
        'basket',
        'payment',
        'batch',
      ])
        db.exec(`DELETE FROM ${table}`);
      for (const row of data.customers) insert.customer.run(row);
      for (const row of data.accounts) insert.account.run(row);
      // The clearing accounts owe what customers own, so that each currency adds up to zero (PAY-20).
      db.exec(
        "INSERT INTO internal_account SELECT 'clearing', currency, -sum(booked) FROM account GROUP BY currency",
      );
      for (const row of data.cardAccounts) insert.card.run(row);
      for (const row of data.cardTransactions) insert.cardTransaction.run(cardRow(row));
      for (const row of data.cardAccounts) clear(row.currency, row.used);
      for (const { engagements: list, ...row } of data.agreements) {
        insert.agreement.run(row);
        for (const engagement of list)
          insert.engagement.run({ ...engagement, roles: engagement.roles.join(','), agreementId: row.id });
      }
      for (const row of data.transactions) insert.transaction.run({ ...row, pending: row.pending ? 1 : 0 });
    }),
  };
}
