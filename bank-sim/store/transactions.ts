/** Transactions of accounts, newest first. */
import type { Transaction } from '../domain/model.ts';
import type { Page } from '../domain/period.ts';
import type { Database } from '../../shared/node/sqlite.ts';

export interface Period {
  /** `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
}

type Row = Omit<Transaction, 'pending'> & { pending: number };

const COLUMNS = `id, account_id AS accountId, amount, currency, booking_date AS bookingDate,
  coalesce(value_date, booking_date) AS valueDate, booked_at AS bookedAt, counterparty, text,
  pending, counterparty_account AS counterpartyAccount, end_to_end AS endToEndId, reference, code,
  original_amount AS originalAmount, original_currency AS originalCurrency, posted`;
const WITHIN = 'account_id = ? AND pending = ? AND booking_date BETWEEN ? AND ?';

/** Offsets above this are worth skipping by whole days. */
const MANY = 1000;

export type TransactionStore = ReturnType<typeof transactionStore>;

/** @param db an open bank database */
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
  /** Skips whole days before the page by their counts, rather than transaction by transaction. */
  const passDays = (accountId: string, pending: number, { from, to }: Period, offset: number) => {
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
        offset < MANY ? { to: period.to, offset } : passDays(accountId, pending ? 1 : 0, period, offset);
      return list.all(accountId, pending ? 1 : 0, period.from, start.to, limit, start.offset).map(read);
    },
    count: (accountId: string, pending: boolean, { from, to }: Period): number =>
      count.get(accountId, pending ? 1 : 0, from, to) ?? 0,
    /** Sum of the booked transactions that a listing shows before this one, in minor units. */
    bookedAfter: ({ accountId, bookingDate, bookedAt, id }: Transaction): number =>
      (newerDays.get(accountId, bookingDate) ?? 0) +
      (newerOfDay.get(accountId, bookingDate, bookedAt, id) ?? 0),
    one: (accountId: string, id: string): Transaction | null => {
      const row = one.get(accountId, id);
      return row ? read(row) : null;
    },
  };
}
