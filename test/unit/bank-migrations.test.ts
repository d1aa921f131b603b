/** What an earlier bank kept is read in the present form. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import { MIGRATIONS } from '../../bank-sim/store/migrations.ts';
import { paymentStore } from '../../bank-sim/store/payments.ts';
import { openDatabase } from '../../shared/node/sqlite/database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-bank-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const settled = { at: 2, status: 'PDNG', why: 'Approved.' };
const stopped = (status: string) => [settled, { at: 3, status, why: 'Stopped by the operator.' }];
const lacking = (status: string) => [settled, { at: 3, status, why: 'Insufficient funds.' }];

it('PAY-9: payments that were stopped as RJCT or PART are stopped, and all others stay as they are', () => {
  const before = MIGRATIONS.findIndex((sql) => sql.includes("'Stopped by the operator.'"));
  const earlier = openDatabase({
    folder,
    file: 'bank.db',
    migrations: MIGRATIONS.slice(0, before),
    synchronous: 'NORMAL',
  });
  const insert = earlier.prepare(
    `INSERT INTO payment (id, tpp, kind, product, segment, debtor_id, debtor_currency, body, created_at, created_on,
     fingerprint, status, signers, reserved, done, path)
     VALUES (?, 'tpp', 'single', 'NDCT', 'x', 'account', 'NOK', '{}', 1, '2026-11-20', '', ?, '[]', 0, '{}', ?)`,
  );
  const keep = (id: string, status: string, path: object[]) => insert.run(id, status, JSON.stringify(path));
  keep('stopped', 'RJCT', stopped('RJCT'));
  keep('partly', 'PART', stopped('PART'));
  keep('rejected', 'RJCT', lacking('RJCT'));
  keep('held', 'BLCK', [settled, { at: 3, status: 'BLCK', why: 'Held by the operator.' }]);
  earlier.close();

  const db = openBankDatabase(folder);
  try {
    const payments = paymentStore(db);
    const found = (id: string) => ({ status: payments.get(id)?.status, path: payments.get(id)?.path });
    expect(found('stopped')).toEqual({ status: 'STOP', path: stopped('STOP') });
    expect(found('partly')).toEqual({ status: 'STOP', path: stopped('STOP') });
    expect(found('rejected')).toEqual({ status: 'RJCT', path: lacking('RJCT') });
    expect(found('held')).toMatchObject({ status: 'BLCK' });
  } finally {
    db.close();
  }
});
