/** Payments and signing baskets. */
import type { Basket } from '../domain/basket.ts';
import { itemsOf, type Payment, type Status } from '../domain/payment.ts';
import { type Database } from '../../shared/node/sqlite.ts';

/** Fields that are stored as JSON. */
type Written = 'body' | 'signers' | 'done' | 'path' | 'fundsAvailable';
type Row = Omit<Payment, Written> &
  Record<Exclude<Written, 'fundsAvailable'>, string> & { fundsAvailable: number | null };

const COLUMNS = `id, tpp, kind, product, segment, psu_id AS psuId, agreement_id AS agreementId, debtor_id AS debtorId,
  debtor_currency AS debtorCurrency, body, created_at AS createdAt, status, signers, reserved,
  funds_available AS fundsAvailable, due_at AS dueAt, deadline, done, path`;

function read(row: Row): Payment {
  return {
    ...row,
    body: JSON.parse(row.body) as Payment['body'],
    signers: JSON.parse(row.signers) as Payment['signers'],
    done: JSON.parse(row.done) as Payment['done'],
    path: JSON.parse(row.path) as Payment['path'],
    fundsAvailable: row.fundsAvailable === null ? null : row.fundsAvailable === 1,
  };
}

/** A payment in a list. Read without its body, which can be as large as a request. */
export interface PaymentLine extends Pick<
  Payment,
  'id' | 'kind' | 'product' | 'debtorId' | 'debtorCurrency' | 'createdAt' | 'status'
> {
  place: number;
  /** The reason for the last step. */
  why: string;
  transfers: number;
  /** Creditor of the first transfer. */
  creditor: string;
  /** Total in minor units of the currency of the transfers, or of the account if they have several. */
  amount: number;
  currency: string;
  executionDate: string | null;
  /** Only for a periodic payment. */
  startDate: string | null;
  endDate: string | null;
  frequency: string | null;
  /** Owner, name and number of the debtor account; null if it is deleted. */
  debtorName: string | null;
  accountName: string | null;
  accountNumber: string | null;
  basketId: string | null;
}

/** The name of the creditor, or their number. */
export function payeeOf({ transfers, creditor }: PaymentLine): string {
  return transfers === 1 ? creditor : `${transfers} payments`;
}

type LineRow = Omit<PaymentLine, 'currency'> & { currency: string | null };

const LINE = `SELECT p.id, p.kind, p.product, p.debtor_id AS debtorId, p.debtor_currency AS debtorCurrency, l.place,
  l.created_at AS createdAt, l.status, l.why, l.transfers, l.creditor, l.amount, l.currency, l.execution_date AS executionDate,
  l.start_date AS startDate, l.end_date AS endDate, l.frequency, c.name AS debtorName, a.name AS accountName, a.bban AS accountNumber,
  b.basket_id AS basketId
  FROM payment_line l JOIN payment p ON p.rowid = l.place LEFT JOIN account a ON a.id = l.debtor_id
  LEFT JOIN customer c ON c.id = a.customer_id LEFT JOIN basket_payment b ON b.payment_id = p.id`;

/** A position in the order of creation. */
export interface Place {
  createdAt: number;
  place: number;
}

/** A payment in the queue for a batch. */
export interface InLine extends Place {
  id: string;
}

/** The columns that change during the life of a payment. */
function changing({
  id,
  agreementId,
  status,
  signers,
  reserved,
  fundsAvailable,
  dueAt,
  deadline,
  done,
  path,
}: Payment) {
  return {
    id,
    agreementId,
    status,
    signers: JSON.stringify(signers),
    reserved,
    fundsAvailable: fundsAvailable === null ? null : Number(fundsAvailable),
    dueAt,
    deadline,
    done: JSON.stringify(done),
    path: JSON.stringify(path),
  };
}

export type PaymentStore = ReturnType<typeof paymentStore>;

export function paymentStore(db: Database) {
  const one = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM payment WHERE id = ?`);
  const insert = db.prepare(
    `INSERT INTO payment VALUES (@id, @tpp, @kind, @product, @segment, @psuId, @agreementId, @debtorId, @debtorCurrency,
     @body, @createdAt, @createdOn, @fingerprint, @status, @signers, @reserved, @fundsAvailable, @dueAt, @deadline,
     @done, @path)`,
  );
  const update = db.prepare(
    `UPDATE payment SET agreement_id = ?, status = ?, signers = ?, reserved = ?, funds_available = ?, due_at = ?,
     deadline = ?, done = ?, path = ? WHERE id = ?`,
  );
  const twin = db.prepare<[string, string, string], { id: string }>(
    `SELECT id FROM payment WHERE tpp = ? AND created_on = ? AND fingerprint = ? AND status NOT IN ('CANC', 'RJCT')`,
  );
  const firstDue = db.prepare<[], { id: string; at: number }>(
    'SELECT id, due_at AS at FROM payment WHERE due_at IS NOT NULL ORDER BY due_at, rowid LIMIT 1',
  );
  const countDue = db.prepare<[number], number>('SELECT count(*) FROM payment WHERE due_at <= ?').pluck();
  // In the words of the index condition, or SQLite could not use the index.
  const inLine = `status IN ('PDNG', 'ACCP') AND due_at IS NOT NULL`;
  const line = `payment INDEXED BY payment_in_line WHERE ${inLine}`;
  // Two queries, because SQLite searches (created_at, rowid) > (?, ?) by created_at only, which is the same for all payments
  // that are created while the clock is frozen.
  const nextOfSameTime = db.prepare<[Place & { last: number; most: number }], InLine>(
    `SELECT id, created_at AS createdAt, rowid AS place FROM ${line}
     AND created_at = @createdAt AND rowid > @place AND rowid <= @last ORDER BY rowid LIMIT @most`,
  );
  const nextOfLaterTime = db.prepare<[{ createdAt: number; last: number; most: number }], InLine>(
    `SELECT id, created_at AS createdAt, rowid AS place FROM ${line}
     AND created_at > @createdAt AND rowid <= @last ORDER BY created_at, rowid LIMIT @most`,
  );
  const countInLine = db.prepare<[], number>(`SELECT count(*) FROM ${line}`).pluck();
  const lastPlace = db.prepare<[], number | null>('SELECT max(rowid) FROM payment').pluck();
  const moveInLine = db.prepare<[{ after: number; dueAt: number; deadline: number }]>(
    `UPDATE payment SET due_at = @dueAt, deadline = @deadline
     WHERE ${inLine} AND due_at > @after AND due_at <> @dueAt`,
  );
  const held = db.prepare<[string], { debtorId: string; reserved: number; status: string }>(
    'SELECT debtor_id AS debtorId, reserved, status FROM payment WHERE id = ?',
  );
  const putAside = db.prepare<[{ id: string; at: number; why: string }]>(
    `UPDATE payment SET due_at = NULL, deadline = NULL, reserved = 0, status = ends.status,
       path = json_insert(ends.path, '$[#]', json_object('at', @at, 'status', ends.status, 'why', @why))
     FROM (SELECT iif(json_valid(done) AND done ->> '$.settled' > 0, 'PART', 'RJCT') AS status,
       iif(json_valid(path) AND json_type(path) = 'array', path, '[]') AS path FROM payment WHERE id = @id) AS ends
     WHERE id = @id`,
  );
  const recent = db.prepare<[string, number], LineRow>(
    `${LINE} WHERE l.debtor_id = ? ORDER BY l.place DESC LIMIT ?`,
  );
  const newest = db
    .prepare<[string], number | null>('SELECT max(place) FROM payment_line WHERE debtor_id = ?')
    .pluck();
  const latest = db.prepare<[number], LineRow>(`${LINE} ORDER BY l.place DESC LIMIT ?`);
  const lineOf = db.prepare<[string], LineRow>(`${LINE} WHERE p.id = ?`);
  const basketIds = db
    .prepare<[number], string>('SELECT id FROM basket ORDER BY created_at DESC, rowid DESC LIMIT ?')
    .pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM payment_line').pluck();
  const statuses = db.prepare<[], { status: string; count: number }>(
    'SELECT status, count(*) AS count FROM payment_line GROUP BY status ORDER BY status',
  );

  const basket = db.prepare<[string], Omit<Basket, 'paymentIds' | 'authorised'> & { authorised: number }>(
    'SELECT id, tpp, created_at AS createdAt, authorised FROM basket WHERE id = ?',
  );
  const basketPayments = db
    .prepare<[string], string>('SELECT payment_id FROM basket_payment WHERE basket_id = ? ORDER BY position')
    .pluck();
  const basketOf = db
    .prepare<[string], string>('SELECT basket_id FROM basket_payment WHERE payment_id = ?')
    .pluck();
  const statusesIn = db
    .prepare<[string], Status>(
      `SELECT DISTINCT l.status FROM basket_payment JOIN payment p ON p.id = payment_id
       JOIN payment_line l ON l.place = p.rowid WHERE basket_id = ?`,
    )
    .pluck();
  const putBasket = db.prepare('INSERT INTO basket VALUES (@id, @tpp, @createdAt, 0)');
  const putBasketPayment = db.prepare('INSERT INTO basket_payment VALUES (?, ?, ?)');
  const dropBasket = db.prepare('DELETE FROM basket WHERE id = ?');
  const markAuthorised = db.prepare('UPDATE basket SET authorised = 1 WHERE id = ?');
  const countBaskets = db.prepare<[], number>('SELECT count(*) FROM basket').pluck();

  const get = (id: string): Payment | null => {
    const row = one.get(id);
    return row ? read(row) : null;
  };
  // Only payments of a foreign snapshot have several currencies. Their total in the account's currency needs the whole payment.
  const readLine = ({ currency, amount, ...row }: LineRow): PaymentLine => {
    if (currency !== null) return { ...row, currency, amount };
    const whole = get(row.id);
    const items = whole === null ? [] : itemsOf(whole);
    return { ...row, currency: row.debtorCurrency, amount: items.reduce((sum, { debit }) => sum + debit, 0) };
  };
  const readBasket = (id: string): Basket | null => {
    const row = basket.get(id);
    return row ? { ...row, authorised: row.authorised === 1, paymentIds: basketPayments.all(id) } : null;
  };
  return {
    get,
    /** @param fingerprint equal for two orders of the same payment (PAY-16) @param createdOn bank date */
    add: (payment: Payment, createdOn: string, fingerprint: string) => {
      const { id, tpp, kind, product, segment, psuId, debtorId, debtorCurrency, body, createdAt } = payment;
      const fixed = { id, tpp, kind, product, segment, psuId, debtorId, debtorCurrency, createdAt };
      insert.run({ ...fixed, ...changing(payment), body: JSON.stringify(body), createdOn, fingerprint });
    },
    put: (payment: Payment) => {
      const { id, agreementId, status, signers, reserved, fundsAvailable, dueAt, deadline, done, path } =
        changing(payment);
      update.run(agreementId, status, signers, reserved, fundsAvailable, dueAt, deadline, done, path, id);
    },
    /** Whether the TPP has created the same payment on that day, unless it was cancelled or rejected. */
    hasTwin: (tpp: string, createdOn: string, fingerprint: string) =>
      twin.get(tpp, createdOn, fingerprint) !== undefined,
    /** The payment whose next step is due first; of several, the one created first. */
    firstDue: (): { id: string; at: number } | null => firstDue.get() ?? null,
    countDue: (by: number): number => countDue.get(by) ?? 0,
    /**
     * About how many steps are due by a time, beyond one for each payment: a standing order has one for each run, and a payment
     * without funds one for each batch until its deadline, on the same day (PAY-8). @param now milliseconds of bank time
     */
    /** The next payments in the queue for a batch, in the order of creation. @param last place to include */
    nextInLine: ({ createdAt, place }: Place, last: number, most: number): InLine[] => {
      const after = { createdAt, last, most };
      const next = nextOfSameTime.all({ ...after, place });
      return next.length > 0 ? next : nextOfLaterTime.all(after);
    },
    countInLine: (): number => countInLine.get() ?? 0,
    /** The place of the payment created last. */
    lastPlace: (): number => lastPlace.get() ?? 0,
    /** Moves the payments that wait for a batch after an instant to another one; all in milliseconds of bank time. */
    moveInLine: (after: number, dueAt: number, deadline: number) =>
      void moveInLine.run({ after, dueAt, deadline }),
    /** The reservation and the status of a payment, without its body. */
    heldBy: (id: string) => held.get(id) ?? null,
    /** Ends a payment that cannot be processed, as rejected or partly settled. */
    putAside: (id: string, at: number, why: string) => void putAside.run({ id, at, why }),
    /** The most recent payments from several accounts, newest first. @param each limit for one account */
    recent: (debtorIds: readonly string[], limit: number, each: number): PaymentLine[] => {
      const paying = debtorIds.flatMap((id) => {
        const place = newest.get(id) ?? null;
        return place === null ? [] : [{ id, place }];
      });
      // The newest payments are from at most as many accounts.
      const among = paying.toSorted((a, b) => b.place - a.place).slice(0, limit);
      return among
        .flatMap(({ id }) => recent.all(id, each))
        .toSorted((a, b) => b.place - a.place)
        .slice(0, limit)
        .map(readLine);
    },
    countByStatus: (): Record<string, number> =>
      Object.fromEntries(statuses.all().map(({ status, count }) => [status, count])),
    count: (): number => count.get() ?? 0,
    /** The wanted payments among the most recent ones, newest first. @param among how many to search */
    latest: (among: number, most: number, isWanted: (line: PaymentLine) => boolean): PaymentLine[] => {
      const found: PaymentLine[] = [];
      for (const row of latest.iterate(among)) {
        const line = readLine(row);
        if (isWanted(line)) found.push(line);
        if (found.length === most) break;
      }
      return found;
    },
    line: (id: string): PaymentLine | null => {
      const row = lineOf.get(id);
      return row ? readLine(row) : null;
    },
    basket: readBasket,
    /** Newest first. */
    baskets: (limit: number): Basket[] =>
      basketIds
        .all(limit)
        .map(readBasket)
        .filter((found) => found !== null),
    basketOf: (paymentId: string): string | null => basketOf.get(paymentId) ?? null,
    /** Whether it is in an unapproved basket, so that only the basket can be approved (PAY-5). */
    isInOpenBasket: (paymentId: string): boolean => {
      const basketId = basketOf.get(paymentId);
      return basketId !== undefined && readBasket(basketId)?.authorised === false;
    },
    /** The distinct statuses of the payments in a basket. */
    statusesIn: (basketId: string): Status[] => statusesIn.all(basketId),
    addBasket: db.transaction(({ id, tpp, createdAt, paymentIds }: Basket) => {
      putBasket.run({ id, tpp, createdAt });
      for (const [position, paymentId] of paymentIds.entries()) putBasketPayment.run(id, position, paymentId);
    }),
    removeBasket: (id: string) => void dropBasket.run(id),
    markAuthorised: (id: string) => void markAuthorised.run(id),
    countBaskets: () => countBaskets.get() ?? 0,
  };
}
