/** One odd value in a snapshot, in every column of the largest tables: it is refused, or the bank works on; and there is always a way back. */
import { beforeAll, expect, it } from 'vitest';
import type { BankSnapshot } from '../../../bank-sim/operator/snapshot.ts';
import { useBank } from '../../support/bank.ts';
import { create, idIn, sign, statusOf } from '../../support/payments.ts';
import type { Tpp } from '../../support/tpp.ts';

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
