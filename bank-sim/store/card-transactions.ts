/** Transactions of cards, newest first. */
import type { CardTransaction } from '../domain/model.ts';
import type { Page } from '../domain/period.ts';
import type { Database } from '../../shared/node/sqlite.ts';
import type { Period } from './transactions.ts';

type Row = Omit<CardTransaction, 'pending' | 'invoiced'> & { pending: number; invoiced: number };

const COLUMNS = `id, card_id AS cardId, pending, amount, currency, original_amount AS originalAmount, original_currency AS originalCurrency,
  booking_date AS bookingDate, booked_at AS bookedAt, acceptor_id AS acceptorId, acceptor_town AS acceptorTown,
  acceptor_country AS acceptorCountry, invoiced, text, posted`;
const WITHIN = 'card_id = ? AND pending = ? AND booking_date BETWEEN ? AND ?';

export type CardTransactionStore = ReturnType<typeof cardTransactionStore>;

/** @param db an open bank database */
export function cardTransactionStore(db: Database) {
  const list = db.prepare<[string, number, string, string, number, number], Row>(
    `SELECT ${COLUMNS} FROM card_transaction WHERE ${WITHIN} ORDER BY booked_at DESC, id DESC LIMIT ? OFFSET ?`,
  );
  const one = db.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM card_transaction WHERE card_id = ? AND id = ?`,
  );
  const read = (row: Row): CardTransaction => ({
    ...row,
    pending: row.pending === 1,
    invoiced: row.invoiced === 1,
  });
  const count = db
    .prepare<[string, number, string, string], number>(
      `SELECT count(*) FROM card_transaction WHERE ${WITHIN}`,
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
    /** Sum of the transactions not booked yet, minor units, negative for purchases. */
    reserved: (cardId: string): number => reserved.get(cardId) ?? 0,
  };
}
