/** Odd payments in a snapshot or in the bank's own file: the bank works on, and there is always a way back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import type { BankSnapshot } from '../../bank-sim/store/snapshot.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { bulkOf, create, pathOfProduct, post, selfOf, sign, statusOf } from '../support/payments.ts';
import { Tpp } from '../support/tpp.ts';
import { DAY } from '../../shared/time.ts';

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

beforeEach(() => void used.bank.operator.restoreSnapshot(good));

const long = (length: number) => 'Å'.repeat(length);

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
