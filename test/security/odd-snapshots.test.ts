/** One odd value in a snapshot, or in the bank's own file: it is refused, or the bank works on; and there is always a way back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import type { BankSnapshot } from '../../bank-sim/operator/snapshot.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { bulkOf, create, pathOfProduct, post, selfOf, sign, statusOf } from '../support/payments.ts';
import { Tpp } from '../support/tpp.ts';
import { DAY } from '../../shared/time.ts';

type Value = string | number | null;

const used = useBank();
let tpp: Tpp;
let path = '';
let good: BankSnapshot;

beforeAll(async () => {
  tpp = used.tpp();
  await tpp.consent();
  path = await create(tpp, 'NDCT');
  await sign(tpp, path);
  const { tables, ...others } = used.bank.operator.takeSnapshot();
  // Few rows, so that each of the many snapshots is restored at once.
  const few = (tables['account_transaction'] ?? []).slice(0, 20);
  good = { ...others, tables: { ...tables, account_transaction: few, card_transaction: [] } };
});

/** The snapshot with another value in the first row of a table. */
function changed(table: string, column: string, value: Value): BankSnapshot {
  const [first, ...others] = good.tables[table] ?? [];
  return { ...good, tables: { ...good.tables, [table]: [{ ...first, [column]: value }, ...others] } };
}

it.each<[column: string, value: Value]>([
  ['product', ''],
  ['debtor_currency', 'constructor'],
  ['debtor_currency', '__proto__'],
  ['body', '{}'],
  ['done', '{}'],
  ['due_at', -9e15],
  ['path', '[null]'],
  ['signers', '[null]'],
])('a payment whose %s is %j is refused with a sentence that names it', (column, value) => {
  expect(used.bank.operator.restoreSnapshot(changed('payment', column, value))).toMatchObject({
    done: false,
    refusal: { text: expect.stringContaining(`a row of payment has an impossible ${column}`) },
  });
});

const long = (length: number) => 'Å'.repeat(length);

it.each<[table: string, column: string, longest: number]>([
  ['customer', 'name', 200],
  ['account', 'name', 200],
  ['agreement', 'name', 200],
  ['account', 'bban', 64],
  ['account_transaction', 'counterparty', 200],
  ['account_transaction', 'text', 500],
  ['tpp', 'name', 200],
  ['consent', 'psu_id', 16_384],
])(
  '%s.%s may have as many characters as the bank would have let in, and no more',
  (table, column, longest) => {
    const { operator } = used.bank;
    expect(operator.restoreSnapshot(changed(table, column, long(longest))).done).toBe(true);
    expect(operator.restoreSnapshot(changed(table, column, long(longest + 1)))).toMatchObject({
      done: false,
      refusal: { text: expect.stringContaining(`a row of ${table} has an impossible ${column}`) },
    });
  },
);

it('every text of every table has a bound, also one inside a payment', () => {
  const { operator } = used.bank;
  const step = { at: good.clock.now, status: 'PDNG', why: long(501) };
  const body = String(good.tables['payment']?.[0]?.['body']);
  const inside = [
    ['path', JSON.stringify([step])],
    ['signers', JSON.stringify([long(501)])],
    ['body', JSON.stringify({ ...JSON.parse(body), creditorName: long(501) })],
    ['body', `${body}${' '.repeat(1024 * 1024)}`],
  ] as const;
  for (const [column, value] of inside)
    expect(operator.restoreSnapshot(changed('payment', column, value)).done, column).toBe(false);
  const texts = Object.entries(good.tables).flatMap(([table, [row = {}]]) =>
    Object.entries(row)
      .filter(([, value]) => typeof value === 'string')
      .map(([column]) => [table, column] as const),
  );
  expect(texts.length).toBeGreaterThan(50);
  for (const [table, column] of texts)
    expect(
      operator.restoreSnapshot(changed(table, column, long(1024 * 1024 + 1))),
      `${table}.${column}`,
    ).toMatchObject({ refusal: { text: expect.stringContaining(`a row of ${table} has an impossible`) } });
});

/** The snapshot with a basket of copies of its payment. */
function withBasket(copies: number, change: Record<string, Value> = {}): BankSnapshot {
  const [first = {}] = good.tables['payment'] ?? [];
  const payments = Array.from({ length: copies }, (_, at) => ({ ...first, ...change, id: `copy-${at}` }));
  const basket = [
    { id: 'basket', tpp: first['tpp'] ?? '', created_at: first['created_at'] ?? 0, authorised: 1 },
  ];
  const basket_payment = payments.map(({ id }, position) => ({
    basket_id: 'basket',
    position,
    payment_id: id,
  }));
  return { ...good, tables: { ...good.tables, payment: payments, basket, basket_payment } };
}

it('a basket has at most 10 payments (BSK-2), and single ones only (BSK-4)', () => {
  const { operator, inspection } = used.bank;
  expect(operator.restoreSnapshot(withBasket(10)).done).toBe(true);
  expect(inspection.basket('basket')?.payments).toHaveLength(10);
  const [first = {}] = good.tables['payment'] ?? [];
  const body = { ...JSON.parse(String(first['body'])), startDate: '2026-12-01', frequency: 'Monthly' };
  delete body.requestedExecutionDate;
  const periodic = {
    kind: 'periodic',
    product: 'NDCT',
    segment: String(first['segment']),
    body: JSON.stringify(body),
  };
  for (const wrong of [withBasket(11), withBasket(1, periodic)])
    expect(operator.restoreSnapshot(wrong)).toMatchObject({
      done: false,
      refusal: { text: expect.stringContaining('the basket basket has something other than') },
    });
});

it('the path of a payment has no more steps than the bank keeps', () => {
  const { operator } = used.bank;
  const steps = (count: number) =>
    JSON.stringify(Array.from({ length: count }, () => ({ at: good.clock.now, status: 'PDNG', why: '' })));
  expect(operator.restoreSnapshot(changed('payment', 'path', steps(101))).done).toBe(true);
  expect(operator.restoreSnapshot(changed('payment', 'path', steps(102))).done).toBe(false);
});

/** The snapshot with standing orders, due at an instant by a clock that is as many days ahead of it. */
function withOrders(count: number, days: number, change: Record<string, Value> = {}): BankSnapshot {
  const [first = {}] = good.tables['payment'] ?? [];
  const due = Date.UTC(2000, 0, 3, 5);
  const body = { ...JSON.parse(String(first['body'])), startDate: '2000-01-01', frequency: 'Daily' };
  delete body.requestedExecutionDate;
  const order = { kind: 'periodic', status: 'ACTC', body: JSON.stringify(body), reserved: 0, deadline: null };
  const payment = Array.from({ length: count }, (_, at) => {
    return { ...first, ...order, due_at: due, ...change, id: `order-${at}` };
  });
  const clock = { mode: 'frozen', now: due + days * DAY } as const;
  return { ...good, clock, tables: { ...good.tables, payment } };
}

it('what is due would not keep the bank busy for centuries, however old it is', () => {
  const { operator } = used.bank;
  const [first = {}] = good.tables['payment'] ?? [];
  const single = { kind: 'single', body: first['body'] ?? '', status: 'PDNG' };
  for (const tooMuch of [withOrders(50, 2_900_000), withOrders(1, 2_900_000, single)])
    expect(operator.restoreSnapshot(tooMuch)).toMatchObject({
      done: false,
      refusal: { text: expect.stringContaining('due for so long') },
    });
  // What an interrupted move of the clock by 20 years leaves, and a move over one payment that is long overdue.
  const overdue = { ...single, deadline: Date.UTC(2000, 0, 3, 15) };
  for (const honest of [withOrders(30, 20 * 365), withOrders(1, 2_900_000, overdue)])
    expect(operator.restoreSnapshot(honest).done).toBe(true);
  expect(operator.restoreSnapshot(good).done).toBe(true);
});

it('the clock is not moved over more due payments than the bank can carry out in minutes', async () => {
  const { operator } = used.bank;
  // Eight daily orders, for a hundred years.
  expect(operator.restoreSnapshot(withOrders(8, 0)).done).toBe(true);
  for (const move of [{ set: '2100-01-01T00:00:00Z' }, { advance: 'P36524D' }])
    expect(await operator.moveClock(move)).toMatchObject({
      done: false,
      refusal: {
        kind: 'bad-input',
        text: expect.stringMatching(
          /^With the clock at (2099|2100)-.*, about 29\d{4} payments would be due at once; at most 250000 can be\./,
        ),
      },
    });
  expect((await operator.moveClock({ advance: 'P30D' })).done).toBe(true);
  // An order that has ended by then is not in the way.
  const [first = {}] = withOrders(1, 0).tables['payment'] ?? [];
  const body = { ...JSON.parse(String(first['body'])), endDate: '2000-03-01' };
  const ended = withOrders(8, 0, { body: JSON.stringify(body) });
  expect(operator.restoreSnapshot(ended).done).toBe(true);
  expect((await operator.moveClock({ set: '9989-01-01T00:00:00Z' })).done).toBe(true);
  expect(operator.restoreSnapshot(good).done).toBe(true);
});

it('a bulk payment of 1,000 items, with texts as long as they can be, is restored as it was taken', async () => {
  const body = bulkOf(Array.from({ length: 1000 }, () => '1.00'));
  const texts = { creditorName: long(70), remittanceInformationUnstructured: long(140) };
  const items = body['payments'];
  if (!Array.isArray(items)) throw new Error('A bulk payment has a list of payments.');
  const payments = items.map((item: object) => ({ ...item, ...texts }));
  const { operator } = used.bank;
  const reply = await post(tpp, pathOfProduct('NDCT', 'bulk-payments'), { ...body, payments });
  expect(reply.status).toBe(201);
  await sign(tpp, selfOf(reply));
  const taken = operator.takeSnapshot();
  await operator.runBatch();
  expect(operator.restoreSnapshot(taken).done).toBe(true);
  expect(operator.takeSnapshot().tables).toEqual({ ...taken.tables, meta: expect.anything() });
});

it('transactions that add up to more than the bank can count are refused together', () => {
  const [first] = good.tables['account_transaction'] ?? [];
  const rows = Array.from({ length: 60 }, (_, at) => ({ ...first, id: `many-${at}`, amount: 2e15 }));
  const tables = { ...good.tables, account_transaction: rows };
  expect(used.bank.operator.restoreSnapshot({ ...good, tables })).toMatchObject({
    done: false,
    refusal: { text: expect.stringContaining('more than the bank can add up') },
  });
});

it.each([
  ["product = ''", null],
  ["debtor_currency = '__proto__'", 'RJCT'],
  ["body = '{}'", null],
  ["path = '[null]', due_at = -9000000000000000", null],
])(
  'a bank whose file already has a payment with %s works on, and is reset or restored',
  async (damage, status) => {
    const data = mkdtempSync(join(tmpdir(), 'tpp-odd-'));
    const lines: string[] = [];
    try {
      const first = await memoryBank({ data });
      const own = new Tpp(first, await makeIdentity());
      const mine = await create(own, 'NDCT');
      await sign(own, mine);
      const sound = first.operator.takeSnapshot();
      await first.stop();
      const db = openBankDatabase(data);
      db.exec(`UPDATE payment SET ${damage}`);
      db.close();
      const bank = await memoryBank({ data, log: (line) => lines.push(line) });
      const again = Object.assign(new Tpp(bank, own.identity), { sessionId: own.sessionId });
      expect((await bank.operator.moveClock({ advance: 'P3D' })).done).toBe(true);
      expect(lines.filter((line) => line.includes('was put aside'))).toHaveLength(1);
      expect((await again.send({ path: '/v1/sandbox/accounts' })).status).toBeLessThan(500);
      expect(status === null ? null : await statusOf(again, mine)).toBe(status);
      expect(bank.operator.restoreSnapshot(sound).done).toBe(true);
      expect(await statusOf(again, mine)).toBe('PDNG');
      expect(bank.operator.reset().done).toBe(true);
      expect(bank.now()).toBeLessThan(sound.clock.now + DAY);
      await bank.stop();
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
);

it('a bank whose file has a text that is longer than the bank stores any is refused, with the table', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tpp-odd-'));
  try {
    await (await memoryBank({ data })).stop();
    for (const [table, column] of [
      ['account', 'name'],
      ['account_transaction', 'text'],
    ] as const) {
      const db = openBankDatabase(data);
      const first = `rowid = (SELECT min(rowid) FROM ${table})`;
      const before = db.prepare<[], string>(`SELECT ${column} FROM ${table} WHERE ${first}`).pluck().get();
      db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${first}`).run(long(100_000));
      db.close();
      await expect(memoryBank({ data })).rejects.toThrow(
        new RegExp(`bank\\.db .*its table “${table}” has a text that is longer than this program stores any`),
      );
      const file = new Database(join(data, 'bank.db'));
      file.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${first}`).run(before);
      file.close();
    }
    await (await memoryBank({ data })).stop();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
