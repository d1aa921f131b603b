/** Batches by the Norwegian calendar, bulk payments, and booking that conserves money (PAY-15, PAY-20, SBX-5). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkPaymentSchema } from '../../shared/xs2a/payment-schemas.ts';
import { memoryBank, type TestBankOptions, useBank, withBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import {
  accountIn,
  bulkOf,
  create,
  EIRIK,
  expectConserved,
  FJELLHEIM,
  FJELLHEIM_EUR,
  INGRID,
  leaveExactly,
  moneyOf,
  moveTo,
  PEOPLE,
  pathOfProduct,
  post,
  reset,
  sign,
  statusOf,
  transactionsOf,
} from '../support/payments.ts';
import { control, Tpp } from '../support/tpp.ts';
import { DAY } from '../../shared/time.ts';

/** When a domestic payment that is signed at an instant is settled: the bank's clock goes there in one jump. */
async function settledAt(
  { bank, tpp: newTpp }: Pick<ReturnType<typeof useBank>, 'bank' | 'tpp'>,
  signedAt: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  expect((await control(bank, 'POST', '/control/reset', { clock: signedAt })).status).toBe(200);
  const tpp = newTpp();
  await sign(tpp, await create(tpp, 'NDCT', changes));
  await control(bank, 'POST', '/control/clock', { advance: 'P20D' });
  await tpp.consent();
  const { path, booked } = await transactionsOf(tpp, EIRIK);
  const details = await tpp.send({ path: `${path}/${encodeURIComponent(booked[0]?.transactionId ?? '')}` });
  return (details.body['transactionDetails'] as { bookingDateTime: string }).bookingDateTime;
}

it('SBX-5: batches run on every day in the sandbox, and on banking days in production', async () => {
  const saturday = Date.parse('2026-11-21T10:00:00Z');
  const nextIn = (environment: 'sandbox' | 'production') =>
    withBank({ clock: saturday, quirks: { environment } }, async (bank) => {
      const { body } = await control(bank, 'GET', '/control/state');
      return body['nextBatch'];
    });
  expect(await nextIn('sandbox')).toBe('2026-11-21T10:30:00+00:00');
  expect(await nextIn('production')).toBe('2026-11-23T04:30:00+00:00');
});

describe('SBX-5: with the quirk batchDays=banking, the batch of a banking day', () => {
  const own = useBank({ quirks: { batchDays: 'banking' } });
  it.each([
    // Summer time ends on 25 October 2026: the same times in Oslo are an hour later in UTC.
    ['Friday before winter time, night', '2026-10-23T00:10:00+02:00', '2026-10-23T03:30:00+00:00'],
    ['after 05:30', '2026-10-23T05:30:00+02:00', '2026-10-23T07:30:00+00:00'],
    ['after 09:30', '2026-10-23T09:30:01+02:00', '2026-10-23T09:30:00+00:00'],
    ['after 11:30', '2026-10-23T11:31:00+02:00', '2026-10-23T11:30:00+00:00'],
    ['after 13:30', '2026-10-23T13:30:00+02:00', '2026-10-23T13:30:00+00:00'],
    ['one millisecond before 15:30', '2026-10-23T15:29:59.999+02:00', '2026-10-23T13:30:00+00:00'],
    [
      'at 15:30 the day is over; Monday is in winter time',
      '2026-10-23T15:30:00+02:00',
      '2026-10-26T04:30:00+00:00',
    ],
    ['Saturday', '2026-10-24T12:00:00+02:00', '2026-10-26T04:30:00+00:00'],
    ['the Sunday of the change', '2026-10-25T02:30:00+01:00', '2026-10-26T04:30:00+00:00'],
    ['Monday after, 09:30', '2026-10-26T09:00:00+01:00', '2026-10-26T08:30:00+00:00'],
    ['Monday after, 11:30', '2026-10-26T10:00:00+01:00', '2026-10-26T10:30:00+00:00'],
    ['Monday after, 13:30', '2026-10-26T12:00:00+01:00', '2026-10-26T12:30:00+00:00'],
    ['Monday after, 15:30', '2026-10-26T14:00:00+01:00', '2026-10-26T14:30:00+00:00'],
    // Summer time begins on 28 March 2027, which is also Easter Sunday.
    [
      'Wednesday before Easter, after the last batch',
      '2027-03-24T15:30:00+01:00',
      '2027-03-30T03:30:00+00:00',
    ],
    ['Maundy Thursday', '2027-03-25T10:00:00+01:00', '2027-03-30T03:30:00+00:00'],
    ['Easter Monday', '2027-03-29T10:00:00+02:00', '2027-03-30T03:30:00+00:00'],
    ['1 May, a Saturday', '2027-05-01T10:00:00+02:00', '2027-05-03T03:30:00+00:00'],
    ['Ascension Day', '2027-05-06T06:00:00+02:00', '2027-05-07T03:30:00+00:00'],
    [
      'Whit Sunday 2027, then 17 May, which is Whit Monday too',
      '2027-05-16T06:00:00+02:00',
      '2027-05-18T03:30:00+00:00',
    ],
    ['17 May 2028, a Wednesday', '2028-05-17T06:00:00+02:00', '2028-05-18T03:30:00+00:00'],
    ['Christmas', '2026-12-24T16:00:00+01:00', '2026-12-28T04:30:00+00:00'],
    ['New Year', '2026-12-31T16:00:00+01:00', '2027-01-04T04:30:00+00:00'],
  ])('%s', async (_, signedAt, settled) => {
    expect(await settledAt(own, signedAt)).toBe(settled);
  });
  it('a payment for a holiday settles at the first batch of the next banking day', async () => {
    const date = { requestedExecutionDate: '2026-12-25' };
    expect(await settledAt(own, '2026-12-23T10:00:00+01:00', date)).toBe('2026-12-28T04:30:00+00:00');
  });
});

describe('SBX-5: in the sandbox, batches run on every day of the week', () => {
  const everyDay: TestBankOptions = {};
  const own = useBank(everyDay);
  it.each([
    ['Saturday', '2026-10-24T12:00:00+02:00', '2026-10-24T11:30:00+00:00'],
    ['Saturday after the last batch', '2026-10-24T15:30:00+02:00', '2026-10-25T04:30:00+00:00'],
    ['Good Friday', '2027-03-26T05:00:00+01:00', '2027-03-26T04:30:00+00:00'],
    ['Christmas Day', '2026-12-25T15:29:59+01:00', '2026-12-25T14:30:00+00:00'],
    ['New Year', '2026-12-31T16:00:00+01:00', '2027-01-01T04:30:00+00:00'],
  ])('%s', async (_, signedAt, settled) => {
    expect(await settledAt(own, signedAt)).toBe(settled);
  });
  it('PAY-8: a payment without funds is rejected at the last batch of a Sunday', async () => {
    const bank = await memoryBank({ clock: Date.parse('2026-11-22T12:00:00Z'), ...everyDay });
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      await leaveExactly(tpp, EIRIK, 0);
      const path = await create(tpp, 'NDCT');
      await sign(tpp, path);
      await moveTo(bank, '2026-11-22T14:29:59Z');
      expect(await statusOf(tpp, path)).toBe('ACCP');
      await moveTo(bank, '2026-11-22T14:30:00Z');
      expect(await statusOf(tpp, path)).toBe('RJCT');
    } finally {
      await bank.stop();
    }
  });
  it('PAY-14: periodic payments keep to banking days', async () => {
    const bank = await memoryBank(everyDay);
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      const order = { startDate: '2026-11-21', endDate: '2026-11-21', frequency: 'Monthly' };
      const path = await create(tpp, 'NDCT', order, 'periodic-payments');
      await sign(tpp, path);
      await moveTo(bank, '2026-11-22T23:00:00+01:00');
      expect(await statusOf(tpp, path)).toBe('ACTC');
      await moveTo(bank, '2026-11-23T05:30:00+01:00');
      expect(await statusOf(tpp, path)).toBe('ACSC');
    } finally {
      await bank.stop();
    }
  });
  it('turned on or off while payments wait, it moves them to the next batch, and so the jump of the clock', async () => {
    const bank = await memoryBank({
      clock: Date.parse('2026-11-21T10:00:00Z'),
      quirks: { batchDays: 'banking' },
    });
    const tpp = new Tpp(bank, await makeIdentity());
    const { operator, inspection } = bank;
    const next = async () => (await control(bank, 'GET', '/control/state')).body['nextBatch'];
    try {
      await leaveExactly(tpp, EIRIK, 10_000);
      const [paid, lacking] = [await create(tpp, 'NDCT'), await create(tpp, 'NDCT')];
      for (const path of [paid, lacking]) await sign(tpp, path);
      expect(await next()).toBe('2026-11-23T04:30:00+00:00');
      expect(inspection.overview('').clock.batches).toEqual([]);
      operator.setQuirk('batchDays', 'all');
      expect(await next()).toBe('2026-11-21T10:30:00+00:00');
      expect(inspection.overview('').clock.batches).toHaveLength(5);
      operator.setQuirk('batchDays', 'banking');
      await moveTo(bank, '2026-11-22T11:00:00Z');
      expect([await statusOf(tpp, paid), await statusOf(tpp, lacking)]).toEqual(['PDNG', 'ACCP']);
      operator.setQuirk('batchDays', 'all');
      await operator.moveClock({ toNextBatch: true });
      expect(bank.now()).toBe(Date.parse('2026-11-22T12:30:00Z'));
      expect([await statusOf(tpp, paid), await statusOf(tpp, lacking)]).toEqual(['ACSC', 'ACCP']);
      await operator.moveClock({ toNextBatch: true });
      expect(await statusOf(tpp, lacking)).toBe('RJCT');
    } finally {
      await bank.stop();
    }
  });
  it('a bank that is started with it again settles what waited at its next batch', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-batch-days-'));
    const identity = await makeIdentity();
    const saturday = { clock: Date.parse('2026-11-21T10:00:00Z'), data: folder };
    try {
      const first = await memoryBank(saturday);
      const tpp = new Tpp(first, identity);
      const path = await create(tpp, 'NDCT');
      await sign(tpp, path);
      await first.stop();
      const second = await memoryBank({ ...saturday, ...everyDay });
      await moveTo(second, '2026-11-21T10:30:00Z');
      expect(await statusOf(new Tpp(second, identity), path)).toBe('ACSC');
      await second.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const test = useBank();
beforeEach(() => reset(test.bank));

describe('SBX-5: order of settlement', () => {
  it('a long clock move settles everything that falls due, and another batch changes nothing', async () => {
    const tpp = test.tpp();
    const before = await moneyOf(tpp, EIRIK);
    const dates = ['2026-11-23', '2027-01-04', '2027-06-01'];
    const paths: string[] = [];
    for (const requestedExecutionDate of dates) {
      const path = await create(tpp, 'NDCT', { requestedExecutionDate });
      await sign(tpp, path);
      paths.push(path);
    }
    const order = { startDate: '2026-12-01', frequency: 'Monthly', endDate: '2027-05-31' };
    const periodic = await create(tpp, 'NDCT', order, 'periodic-payments');
    await sign(tpp, periodic);
    await control(test.bank, 'POST', '/control/clock', { advance: 'P300D' });
    for (const path of [...paths, periodic]) expect(await statusOf(tpp, path)).toBe('ACSC');
    expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - 9 * 10_000);
    expect((await control(test.bank, 'POST', '/control/batch')).body).toEqual({
      settled: 0,
      rejected: 0,
      retried: 0,
    });
    expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - 9 * 10_000);
    await expectConserved(test.bank);
  });
  it('an earlier payment takes funds before a later one', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 15_000);
    const now = Date.parse(String((await control(test.bank, 'GET', '/control/state')).body['now']));
    const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10);
    const later = await create(tpp, 'NDCT', { requestedExecutionDate: day(20) });
    await sign(tpp, later);
    const earlier = await create(tpp, 'NDCT', { requestedExecutionDate: day(5) });
    await sign(tpp, earlier);
    await control(test.bank, 'POST', '/control/clock', { advance: 'P40D' });
    expect(await statusOf(tpp, earlier)).toBe('ACSC');
    expect(await statusOf(tpp, later)).toBe('RJCT');
  });
});

describe('PAY-15: bulk payments', () => {
  const path = pathOfProduct('NDCT', 'bulk-payments');
  it('a bulk payment has one debtor, date and SCA, and is ACSC when every item is settled', async () => {
    const tpp = test.tpp();
    const before = await moneyOf(tpp, INGRID);
    const bulk = await create(tpp, 'NDCT', bulkOf(['100.00', '200.00', '300.00']), 'bulk-payments');
    const read = await tpp.send({ path: bulk });
    expect(bulkPaymentSchema.parse(read.body).payments.map((item) => item.instructedAmount.amount)).toEqual([
      '100.00',
      '200.00',
      '300.00',
    ]);
    await sign(tpp, bulk);
    expect(await statusOf(tpp, bulk)).toBe('PDNG');
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, bulk)).toBe('ACSC');
    expect((await moneyOf(tpp, INGRID)).booked).toBe(before.booked + 60_000);
  });
  it.each([
    ['PART when mixed: what fits is settled in order', 35_000, ['100.00', '300.00', '200.00'], 'PART', 5_000],
    ['RJCT when none fits', 9_999, ['100.00', '300.00', '200.00'], 'RJCT', 9_999],
  ])('%s', async (_, funds, amounts, status, left) => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, funds);
    const bulk = await create(tpp, 'NDCT', bulkOf(amounts), 'bulk-payments');
    await sign(tpp, bulk);
    const { body } = await tpp.send({ path: `${bulk}/status` });
    expect(body).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: false });
    await control(test.bank, 'POST', '/control/clock', { advance: 'P7D' });
    expect(await statusOf(tpp, bulk)).toBe(status);
    expect((await moneyOf(tpp, EIRIK)).expected).toBe(left);
    await expectConserved(test.bank);
  });
  it('a bulk payment has 1 to 1000 items', async () => {
    const tpp = test.tpp();
    const amounts = (count: number) => Array.from({ length: count }, () => '0.01');
    expect((await post(tpp, path, bulkOf(amounts(1000)))).status).toBe(201);
    for (const count of [0, 1001]) {
      const body = JSON.stringify(bulkOf(amounts(count)));
      const { reply } = await tpp.refused({ method: 'POST', path, body }, 400, 'FORMAT_ERROR', 'PAY-15');
      expect(reply.body.tppMessages?.[0]?.path).toBe('payments');
    }
  });
});

describe('PAY-20: booking', () => {
  it('a domestic payment is debited and credited once, and both sides see it', async () => {
    const tpp = test.tpp();
    const [from, to] = [await moneyOf(tpp, EIRIK), await moneyOf(tpp, INGRID)];
    await sign(tpp, await create(tpp, 'NDCT'));
    await control(test.bank, 'POST', '/control/batch');
    expect((await moneyOf(tpp, EIRIK)).booked).toBe(from.booked - 10_000);
    expect((await moneyOf(tpp, INGRID)).booked).toBe(to.booked + 10_000);
    await expectConserved(test.bank);
  });
  it.each([
    ['EUR', '123.45', 144_974],
    ['JPY', '1000', 6_570],
    ['KWD', '1.250', 4_102],
    ['ISK', '3', 25],
    ['USD', '0.05', 50],
  ])(
    "%s %s is debited from a NOK account at the table's rate, rounded half to even, with a separate fee",
    async (currency, amount, debit) => {
      const tpp = test.tpp();
      const before = await moneyOf(tpp, EIRIK);
      const path = await create(tpp, 'CBCT', { instructedAmount: { amount, currency } });
      await sign(tpp, path);
      await control(test.bank, 'POST', '/control/batch');
      expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - debit - 5_000);
      await expectConserved(test.bank);
    },
  );
  it('the fee is a separate transaction', async () => {
    const tpp = test.tpp();
    await tpp.consent();
    await sign(tpp, await create(tpp, 'SCT'));
    const newest = async (status: 'booked' | 'pending') =>
      (await transactionsOf(tpp, EIRIK))[status]
        .slice(0, 2)
        .map(({ transactionAmount, creditorAccount }) => ({ transactionAmount, creditorAccount }));
    const cost = { transactionAmount: { amount: '-1189.35', currency: 'NOK' }, creditorAccount: undefined };
    expect((await newest('pending'))[0]).toEqual(cost);
    await control(test.bank, 'POST', '/control/batch');
    expect((await newest('pending'))[0]).not.toEqual(cost);
    expect(
      (await newest('booked')).toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length),
    ).toEqual([
      { transactionAmount: { amount: '-15.00', currency: 'NOK' }, creditorAccount: undefined },
      {
        transactionAmount: { amount: '-1174.35', currency: 'NOK' },
        creditorAccount: { iban: 'DE89370400440532013000' },
      },
    ]);
  });
  it('AIS-7: both sides of a payment in another currency see the rate of their own conversion, and the balance after it', async () => {
    const tpp = test.tpp();
    await tpp.consent({ nationalId: PEOPLE.fjellheim, context: 'CORPORATE' });
    const order = {
      debtorAccount: { bban: FJELLHEIM },
      creditorAccount: { iban: FJELLHEIM_EUR },
      instructedAmount: { amount: '100.00', currency: 'GBP' },
    };
    await sign(tpp, await create(tpp, 'NCBCT', order), {
      nationalId: PEOPLE.fjellheim,
      context: 'CORPORATE',
    });
    await control(test.bank, 'POST', '/control/batch');
    const newest = async (bban: string, text: string) => {
      const { booked } = await transactionsOf(tpp, bban);
      const found = booked.find(({ transactionAmount }) => transactionAmount.amount === text);
      const { booked: minor } = await moneyOf(tpp, bban);
      return { ...found, balance: (minor / 100).toFixed(2) };
    };
    // 13.391 NOK per pound; 133910 / 117435 euros per pound.
    const paid = await newest(FJELLHEIM, '-1339.10');
    expect(paid).toMatchObject({
      currencyExchange: [
        { sourceCurrency: 'GBP', targetCurrency: 'NOK', unitCurrency: 'GBP', exchangeRate: '13.391' },
      ],
      bankTransactionCode: 'PMNT-ICDT-XBCT',
      proprietaryBankTransactionCode: 'UTLAND',
    });
    // The payment had no remittance information, so there is none to show.
    expect(paid).not.toHaveProperty('remittanceInformationUnstructured');
    const arrived = await newest('86011301373', '114.03');
    expect(arrived).toMatchObject({
      currencyExchange: [
        { sourceCurrency: 'GBP', targetCurrency: 'EUR', unitCurrency: 'GBP', exchangeRate: '1.1402903734' },
      ],
      bankTransactionCode: 'PMNT-RCDT-XBCT',
      balanceAfterTransaction: { balanceAmount: { amount: arrived.balance, currency: 'EUR' } },
    });
    const fee = await newest(FJELLHEIM, '-40.00');
    expect(fee).toMatchObject({ bankTransactionCode: 'ACMT-MDOP-CHRG' });
    expect(fee).not.toHaveProperty('currencyExchange');
  });
  it('euros sent within the bank arrive as euros', async () => {
    const tpp = test.tpp();
    const before = await moneyOf(tpp, '86011301373');
    await sign(tpp, await create(tpp, 'SCT', { creditorAccount: { iban: FJELLHEIM_EUR } }));
    await control(test.bank, 'POST', '/control/batch');
    expect((await moneyOf(tpp, '86011301373')).booked).toBe(before.booked + 10_000);
    await expectConserved(test.bank);
  });
  it('a euro account pays the fee in euros and the amount without exchange', async () => {
    const tpp = test.tpp();
    const before = await moneyOf(tpp, '86011301373');
    const path = await create(tpp, 'SCT', { debtorAccount: { iban: FJELLHEIM_EUR } });
    await sign(tpp, path, { nationalId: PEOPLE.fjellheim, context: 'CORPORATE' });
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, path)).toBe('ACSC');
    // 15 NOK at 11.7435 are 1.2773 EUR.
    expect((await moneyOf(tpp, '86011301373')).booked).toBe(before.booked - 10_000 - 128);
    await expectConserved(test.bank);
  });
  it('reserved funds survive the deletion of the transactions', async () => {
    const tpp = test.tpp();
    await leaveExactly(tpp, EIRIK, 20_000);
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    const list = `/v1/sandbox/accounts/${await accountIn(tpp, EIRIK)}/transactions`;
    expect((await tpp.send({ method: 'DELETE', path: list })).status).toBe(204);
    const second = await create(tpp, 'NDCT', { instructedAmount: { amount: '500.00', currency: 'NOK' } });
    await sign(tpp, second);
    expect(await statusOf(tpp, second)).toBe('PDNG');
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, path)).toBe('ACSC');
    await expectConserved(test.bank);
  });
  it('a payment whose account is deleted is rejected', async () => {
    const tpp = test.tpp();
    const path = await create(tpp, 'NDCT');
    await sign(tpp, path);
    await tpp.send({ method: 'DELETE', path: `/v1/sandbox/accounts/${await accountIn(tpp, EIRIK)}` });
    const result = await control(test.bank, 'POST', '/control/batch');
    expect(result.body).toEqual({ settled: 0, rejected: 1, retried: 0 });
    expect(await statusOf(tpp, path)).toBe('RJCT');
    await expectConserved(test.bank);
  });
  it('SVC-10: enormous amounts are refused or booked, never a 5xx', async () => {
    const tpp = test.tpp();
    const path = `/v1/sandbox/accounts/${await accountIn(tpp, INGRID)}/transactions`;
    const statuses = new Set<number>();
    for (let at = 0; at < 25; at++) {
      const transactionAmount = { amount: '999999999999.00', currency: 'NOK' };
      statuses.add((await post(tpp, path, { transactionAmount, debtorName: 'Rich' })).status);
    }
    expect([...statuses]).toEqual([201, 400]);
    const large = { amount: '999999999.00', currency: 'NOK' };
    await leaveExactly(tpp, EIRIK, 99_999_999_900);
    const paid = await create(tpp, 'NDCT', { instructedAmount: large });
    await sign(tpp, paid);
    await control(test.bank, 'POST', '/control/batch');
    expect(await statusOf(tpp, paid)).toBe('ACSC');
    await expectConserved(test.bank);
    const account = { customerNumber: PEOPLE.eirik, accountName: 'Dinar', currency: 'IQD' };
    const made = await post(tpp, '/v1/sandbox/accounts', account);
    const debtorAccount = { bban: String(made.body['bban']) };
    const bulk = bulkOf(
      Array.from({ length: 1000 }, () => '999999999.00'),
      { debtorAccount },
    );
    const reply = await post(tpp, pathOfProduct('NDCT', 'bulk-payments'), bulk);
    expect(reply.status, reply.text.slice(0, 500)).toBe(400);
    expect(reply.body.tppMessages?.[0]?.path).toBe('payments');
  });
  it('moving the clock back is refused and moves no money', async () => {
    const tpp = test.tpp();
    await sign(tpp, await create(tpp, 'NDCT'));
    const back = await control(test.bank, 'POST', '/control/clock', { set: '2020-01-01T00:00:00Z' });
    expect(back.status).toBe(400);
    await moveTo(test.bank, String((await control(test.bank, 'GET', '/control/state')).body['nextBatch']));
    await expectConserved(test.bank);
  });
});
