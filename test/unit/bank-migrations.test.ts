/** What an earlier bank stored is read in the present form: sessions per context (HDR-6), the register (SIG-12), stopped payments (PAY-9). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accessStore } from '../../bank-sim/store/access.ts';
import { openBankDatabase } from '../../bank-sim/store/bank-store.ts';
import { paymentStore } from '../../bank-sim/store/payments.ts';
import { registerStore } from '../../bank-sim/store/register.ts';
import { openEarlierBank } from '../support/earlier-bank.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-bank-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('SIG-12: TPPs that have used an earlier bank are in the register, blocked ones stay blocked', () => {
  const old = openEarlierBank(folder, 'tpp_register');
  old.exec(
    "INSERT INTO tpp VALUES ('PSDNO-FSA-1', 'Fjordpay AS'); INSERT INTO blocked_tpp VALUES ('PSDNO-FSA-1')",
  );
  old.close();

  const db = openBankDatabase(folder);
  const entry = { tppId: 'PSDNO-FSA-1', name: 'Fjordpay AS', status: 'registered', passport: true };
  expect(registerStore(db).all()).toEqual([{ ...entry, roles: [], rolesEntered: false }]);
  expect(accessStore(db).isBlocked('PSDNO-FSA-1')).toBe(true);
  db.close();
});

const settled = { at: 2, status: 'PDNG', why: 'Approved.' };
const stopped = (status: string) => [settled, { at: 3, status, why: 'Stopped by the operator.' }];
const lacking = (status: string) => [settled, { at: 3, status, why: 'Insufficient funds.' }];

it('PAY-9: payments that were stopped as RJCT or PART are stopped, and all others stay as they are', () => {
  const earlier = openEarlierBank(folder, "'Stopped by the operator.'");
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
