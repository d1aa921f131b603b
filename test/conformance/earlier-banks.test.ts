/** The data folder of an earlier version of the bank is read in the present form (SBX-4, AIS-7). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryBank } from '../support/bank.ts';
import { openEarlierBank } from '../support/earlier-bank.ts';
import { makeIdentity } from '../support/identity.ts';
import { PEOPLE, transactionsOf, EIRIK } from '../support/payments.ts';
import { Tpp } from '../support/tpp.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-bank-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A bank whose only customer has paid EUR 100.00 before transactions kept the amount that was converted. */
function keepEarlierBank(): void {
  const db = openEarlierBank(folder, 'ADD COLUMN original_currency');
  const body = JSON.stringify({ instructedAmount: { amount: '100.00', currency: 'EUR' } });
  db.exec(`
    INSERT INTO customer (id, number, type, name) VALUES ('enc!!c', '${PEOPLE.eirik}', 'PRIVATE', 'Eirik Solbakken');
    INSERT INTO account (id, customer_id, name, bban, iban, currency, type, booked, reserved, credit_line, changed_at)
      VALUES ('enc!!a', 'enc!!c', 'Brukskonto', '${EIRIK}', 'NO0086011100009', 'NOK', 'CACC', 500000, 0, 0, NULL);
    INSERT INTO payment (id, tpp, kind, product, segment, debtor_id, debtor_currency, body, created_at, created_on,
        fingerprint, status, signers, reserved, done, path)
      VALUES ('enc!!p', 'x', 'single', 'SCT', 'sepa-credit-transfers', 'enc!!a', 'NOK', '${body}', 0, '2026-11-20',
        'f', 'ACSC', '[]', 0, '{}', '[]');
    INSERT INTO account_transaction (id, account_id, amount, currency, booking_date, booked_at, counterparty, text, code, payment_id)
      VALUES ('enc!!1', 'enc!!a', -117435, 'NOK', '2026-11-20', 1, 'Holzbau Lindner GmbH', '', 'GIRO', 'enc!!p'),
             ('enc!!2', 'enc!!a', -1500, 'NOK', '2026-11-20', 2, 'Simulated bank', 'Gebyr', 'GEBYR', 'enc!!p');
  `);
  db.close();
}

it('AIS-7: a payment that was booked in another currency shows its rate, its code and its balance', async () => {
  keepEarlierBank();
  const bank = await memoryBank({ data: folder });
  try {
    const tpp = new Tpp(bank, await makeIdentity());
    await tpp.consent();
    const { booked } = await transactionsOf(tpp, EIRIK);
    expect(booked).toMatchObject([
      {
        bankTransactionCode: 'ACMT-MDOP-CHRG',
        balanceAfterTransaction: { balanceAmount: { amount: '5000.00' } },
      },
      {
        bankTransactionCode: 'PMNT-ICDT-ESCT',
        currencyExchange: [{ sourceCurrency: 'EUR', targetCurrency: 'NOK', exchangeRate: '11.7435' }],
        balanceAfterTransaction: { balanceAmount: { amount: '5015.00' } },
      },
    ]);
    expect(booked[0]).not.toHaveProperty('currencyExchange');
  } finally {
    await bank.stop();
  }
});
