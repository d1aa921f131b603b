/** One odd value in a snapshot, or in the bank's own file: it is refused, or the bank works on; and there is always a way back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import type { TableSnapshot } from '../../bank-sim/store/snapshot.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { create, idIn, sign, statusOf } from '../support/payments.ts';
import { Tpp } from '../support/tpp.ts';
import { DAY } from '../../shared/time.ts';

type Value = string | number | null;

const used = useBank();
let tpp: Tpp;
let path = '';
let good: TableSnapshot;

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
function changed(table: string, column: string, value: Value): TableSnapshot {
  const [first, ...others] = good.tables[table] ?? [];
  return { ...good, tables: { ...good.tables, [table]: [{ ...first, [column]: value }, ...others] } };
}

/** Uses every part that reads the changed state. @returns the statuses of the API */
async function use(): Promise<number[]> {
  const { operator, inspection } = used.bank;
  await operator.runBatch();
  await operator.moveClock({ advance: 'P1D' });
  inspection.counts();
  const { accounts } = inspection.overview('');
  for (const { id } of accounts.slice(0, 2)) inspection.account(id, 0);
  inspection.payment(idIn(path));
  const statuses: number[] = [];
  for (const asked of [path, '/v1/accounts', '/v1/sandbox/accounts'])
    statuses.push((await tpp.send({ path: asked })).status);
  return statuses;
}

const TEXTS: readonly Value[] = ['', '{}', '[null]', '__proto__', '['.repeat(5000), -9e15];
const NUMBERS = [-1, 1.5, 9e15, -9e15];

it.each(['payment', 'account', 'account_transaction', 'engagement', 'sca'])(
  'one odd value in the table %s is refused with a sentence, or everything works on; a reset and a good snapshot always do',
  async (table) => {
    const { operator } = used.bank;
    const [row = {}] = good.tables[table] ?? [];
    expect(Object.keys(row)).not.toEqual([]);
    for (const [column, before] of Object.entries(row)) {
      for (const value of typeof before === 'number' ? NUMBERS : TEXTS) {
        const what = `${table}.${column} = ${String(value).slice(0, 20)}`;
        if (!operator.restoreSnapshot(changed(table, column, value)).done) continue;
        expect(Math.max(...(await use())), what).toBeLessThan(500);
      }
      expect(operator.reset().done, column).toBe(true);
    }
    expect(operator.restoreSnapshot(good).done).toBe(true);
    expect(await statusOf(tpp, path)).toBe('PDNG');
  },
  120_000,
);

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

it('transactions that add up to more than the bank can count are refused together', () => {
  const [first] = good.tables['account_transaction'] ?? [];
  const rows = Array.from({ length: 3 }, (_, at) => ({ ...first, id: `many-${at}`, amount: 2e15 }));
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
  60_000,
);
