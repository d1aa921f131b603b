/** Transactions of accounts and cards, newest first. */
import type { Transaction, CardTransaction } from '../domain/model.ts';
import type { Page, Period } from '../domain/period.ts';
import { type Database } from '../../shared/node/sqlite.ts';

type Row = Omit<Transaction, 'pending'> & { pending: number };

const COLUMNS = `id, account_id AS accountId, amount, currency, booking_date AS bookingDate,
  coalesce(value_date, booking_date) AS valueDate, booked_at AS bookedAt, counterparty, text,
  pending, counterparty_account AS counterpartyAccount, end_to_end AS endToEndId, reference, code,
  original_amount AS originalAmount, original_currency AS originalCurrency, posted`;
const WITHIN = 'account_id = ? AND pending = ? AND booking_date BETWEEN ? AND ?';

/** From this offset on, whole days are skipped. */
const MANY = 1000;

export type TransactionStore = ReturnType<typeof transactionStore>;

export function transactionStore(db: Database) {
  const list = db.prepare<[string, number, string, string, number, number], Row>(
    `SELECT ${COLUMNS} FROM account_transaction WHERE ${WITHIN} ORDER BY booking_date DESC, booked_at DESC, id DESC LIMIT ? OFFSET ?`,
  );
  const count = db
    .prepare<[string, number, string, string], number>(
      `SELECT coalesce(sum(count), 0) FROM transaction_day WHERE ${WITHIN}`,
    )
    .pluck();
  const one = db.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM account_transaction WHERE account_id = ? AND id = ?`,
  );
  const days = db.prepare<[string, number, string, string], { date: string; count: number }>(
    `SELECT booking_date AS date, count FROM transaction_day WHERE ${WITHIN} ORDER BY booking_date DESC`,
  );
  /** Skips whole days before the page by their counts. */
  const skipDays = (accountId: string, pending: number, { from, to }: Period, offset: number) => {
    let left = offset;
    for (const { date, count } of days.iterate(accountId, pending, from, to)) {
      if (left < count) return { to: date, offset: left };
      left -= count;
    }
    return { to, offset };
  };
  const newerDays = db
    .prepare<[string, string], number>(
      'SELECT total(sum) FROM transaction_day WHERE account_id = ? AND pending = 0 AND booking_date > ?',
    )
    .pluck();
  const newerOfDay = db
    .prepare<[string, string, number, string], number>(
      `SELECT total(amount) FROM account_transaction
       WHERE account_id = ? AND pending = 0 AND booking_date = ? AND (booked_at, id) > (?, ?)`,
    )
    .pluck();
  const read = (row: Row): Transaction => ({ ...row, pending: row.pending === 1 });
  return {
    list: (accountId: string, pending: boolean, period: Period, { limit, offset }: Page): Transaction[] => {
      if (limit <= 0) return [];
      const start =
        offset < MANY ? { to: period.to, offset } : skipDays(accountId, pending ? 1 : 0, period, offset);
      return list.all(accountId, pending ? 1 : 0, period.from, start.to, limit, start.offset).map(read);
    },
    count: (accountId: string, pending: boolean, { from, to }: Period): number =>
      count.get(accountId, pending ? 1 : 0, from, to) ?? 0,
    /** Sum of the booked transactions before this one in a listing, in minor units. */
    bookedAfter: ({ accountId, bookingDate, bookedAt, id }: Transaction): number =>
      (newerDays.get(accountId, bookingDate) ?? 0) +
      (newerOfDay.get(accountId, bookingDate, bookedAt, id) ?? 0),
    one: (accountId: string, id: string): Transaction | null => {
      const row = one.get(accountId, id);
      return row ? read(row) : null;
    },
  };
}

type CardRow = Omit<CardTransaction, 'pending' | 'invoiced'> & { pending: number; invoiced: number };

const CARD_COLUMNS = `id, card_id AS cardId, pending, amount, currency, original_amount AS originalAmount, original_currency AS originalCurrency,
  booking_date AS bookingDate, booked_at AS bookedAt, acceptor_id AS acceptorId, acceptor_town AS acceptorTown,
  acceptor_country AS acceptorCountry, invoiced, text, posted`;
const CARD_WITHIN = 'card_id = ? AND pending = ? AND booking_date BETWEEN ? AND ?';

export type CardTransactionStore = ReturnType<typeof cardTransactionStore>;

export function cardTransactionStore(db: Database) {
  const list = db.prepare<[string, number, string, string, number, number], CardRow>(
    `SELECT ${CARD_COLUMNS} FROM card_transaction WHERE ${CARD_WITHIN} ORDER BY booked_at DESC, id DESC LIMIT ? OFFSET ?`,
  );
  const one = db.prepare<[string, string], CardRow>(
    `SELECT ${CARD_COLUMNS} FROM card_transaction WHERE card_id = ? AND id = ?`,
  );
  const read = (row: CardRow): CardTransaction => ({
    ...row,
    pending: row.pending === 1,
    invoiced: row.invoiced === 1,
  });
  const count = db
    .prepare<[string, number, string, string], number>(
      `SELECT count(*) FROM card_transaction WHERE ${CARD_WITHIN}`,
    )
    .pluck();
  const reserved = db
    .prepare<[string], number>(
      'SELECT coalesce(sum(amount), 0) FROM card_transaction WHERE card_id = ? AND pending = 1',
    )
    .pluck();
  return {
    list: (
      cardId: string,
      pending: boolean,
      { from, to }: Period,
      { limit, offset }: Page,
    ): CardTransaction[] =>
      limit <= 0 ? [] : list.all(cardId, pending ? 1 : 0, from, to, limit, offset).map(read),
    count: (cardId: string, pending: boolean, { from, to }: Period): number =>
      count.get(cardId, pending ? 1 : 0, from, to) ?? 0,
    one: (cardId: string, id: string): CardTransaction | null => {
      const row = one.get(cardId, id);
      return row ? read(row) : null;
    },
    /** Sum of the pending transactions, minor units, negative for purchases. */
    reserved: (cardId: string): number => reserved.get(cardId) ?? 0,
  };
}
