/** Periodic payments (PAY-14): when they run, and when they end. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextRun } from '../../bank-sim/domain/schedule.ts';
import { addDays, easterSunday, isBankingDay } from '../../shared/norway/banking-days.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { FREQUENCIES, type StandingOrder } from '../../shared/xs2a/payment-body.ts';
import { periodicPaymentSchema } from '../../shared/xs2a/payment-schemas.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { makeIdentity } from '../support/identity.ts';
import {
  type Body,
  bodyOf,
  create,
  EIRIK,
  expectConserved,
  leaveExactly,
  moneyOf,
  moveTo,
  pathOfProduct,
  post,
  reset,
  sign,
  statusOf,
  transactionsOf,
} from '../support/payments.ts';
import { control, Tpp } from '../support/tpp.ts';

const PATH = pathOfProduct('NDCT', 'periodic-payments');

/** The days on which a standing order is booked, read from the account as a TPP reads it. */
async function bookedDays(order: Body, from: string, until: string): Promise<string[]> {
  const bank = await memoryBank({ clock: Date.parse(from) });
  try {
    const tpp = new Tpp(bank, await makeIdentity());
    const endToEndIdentification = 'STANDING-ORDER';
    const changes = {
      ...order,
      endToEndIdentification,
      instructedAmount: { amount: '1.00', currency: 'NOK' },
    };
    await sign(tpp, await create(tpp, 'NDCT', changes, 'periodic-payments'));
    await moveTo(bank, until);
    await tpp.consent();
    const { booked } = await transactionsOf(tpp, EIRIK, `&dateFrom=${from.slice(0, 10)}`);
    await expectConserved(bank);
    return booked
      .filter((one) => one.endToEndIdentification === endToEndIdentification)
      .map(({ bookingDate }) => bookingDate)
      .reverse();
  } finally {
    await bank.stop();
  }
}

describe('PAY-14: execution days', () => {
  it.each([
    [
      'Daily: each banking day, Easter and 1 May left out',
      { startDate: '2026-04-01', endDate: '2026-04-09', frequency: 'Daily' },
      '2026-03-31T12:00:00+02:00',
      '2026-05-04T12:00:00+02:00',
      ['2026-04-01', '2026-04-07', '2026-04-08', '2026-04-09'],
    ],
    [
      'Weekly, following: a Friday that is a holiday runs on Monday; dayOfExecution is ignored',
      { startDate: '2026-12-18', endDate: '2027-01-08', frequency: 'Weekly', dayOfExecution: '3' },
      '2026-12-01T12:00:00+01:00',
      '2027-02-01T12:00:00+01:00',
      ['2026-12-18', '2026-12-28', '2027-01-04', '2027-01-08'],
    ],
    [
      'EveryTwoWeeks, preceding (also as it was once misspelled)',
      {
        startDate: '2026-12-11',
        endDate: '2027-01-08',
        frequency: 'EveryTwoWeeks',
        executionRule: 'preceeding',
      },
      '2026-12-01T12:00:00+01:00',
      '2027-02-01T12:00:00+01:00',
      ['2026-12-11', '2026-12-24', '2027-01-08'],
    ],
    [
      'Monthly on the 31st: the last day of each month, February of a leap year too',
      {
        startDate: '2027-12-31',
        endDate: '2028-04-30',
        frequency: 'Monthly',
        dayOfExecution: '31',
        executionRule: 'preceding',
      },
      '2027-12-01T12:00:00+01:00',
      '2028-06-01T12:00:00+02:00',
      ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-28'],
    ],
    [
      'Monthly on the 30th: in February the last day, which is a Sunday in 2027',
      { startDate: '2027-01-30', endDate: '2027-03-31', frequency: 'Monthly', dayOfExecution: '30' },
      '2027-01-04T12:00:00+01:00',
      '2027-06-01T12:00:00+02:00',
      ['2027-02-01', '2027-03-01', '2027-03-30'],
    ],
    [
      'the nominal day counts for endDate: Sunday the 31st is included, and runs on Monday',
      { startDate: '2027-01-31', endDate: '2027-01-31', frequency: 'Monthly' },
      '2027-01-04T12:00:00+01:00',
      '2027-06-01T12:00:00+02:00',
      ['2027-02-01'],
    ],
    [
      'Quarterly from the first such day at or after startDate',
      { startDate: '2026-12-20', endDate: '2027-08-01', frequency: 'Quarterly', dayOfExecution: '15' },
      '2026-12-01T12:00:00+01:00',
      '2027-12-01T12:00:00+01:00',
      ['2027-01-15', '2027-04-15', '2027-07-15'],
    ],
    [
      'EveryTwoMonths',
      { startDate: '2027-01-11', endDate: '2027-06-01', frequency: 'EveryTwoMonths' },
      '2027-01-04T12:00:00+01:00',
      '2027-12-01T12:00:00+01:00',
      ['2027-01-11', '2027-03-11', '2027-05-11'],
    ],
    [
      'SemiAnnual, 17 May left out',
      { startDate: '2026-11-17', endDate: '2027-11-30', frequency: 'SemiAnnual' },
      '2026-11-10T12:00:00+01:00',
      '2028-01-01T12:00:00+01:00',
      ['2026-11-17', '2027-05-18', '2027-11-17'],
    ],
    [
      'Annual on 29 February: the last day of the month in other years',
      {
        startDate: '2028-02-29',
        endDate: '2030-12-31',
        frequency: 'Annual',
        dayOfExecution: '31',
        executionRule: 'preceding',
      },
      '2028-02-01T12:00:00+01:00',
      '2031-01-01T12:00:00+01:00',
      ['2028-02-29', '2029-02-28', '2030-02-28'],
    ],
    [
      'MonthlyVariable in its months only',
      {
        startDate: '2026-12-01',
        endDate: '2027-12-31',
        frequency: 'MonthlyVariable',
        monthsOfExecution: ['11', '2', '9'],
        dayOfExecution: '10',
      },
      '2026-12-01T12:00:00+01:00',
      '2028-02-01T12:00:00+01:00',
      ['2027-02-10', '2027-09-10', '2027-11-10'],
    ],
    [
      'approved after the first batch of a due day: it begins with the next one',
      { startDate: '2026-12-01', endDate: '2026-12-03', frequency: 'Daily' },
      '2026-12-01T05:30:00+01:00',
      '2026-12-10T12:00:00+01:00',
      ['2026-12-02', '2026-12-03'],
    ],
    [
      'approved before it: that day already',
      { startDate: '2026-12-01', endDate: '2026-12-03', frequency: 'Daily' },
      '2026-12-01T05:29:59+01:00',
      '2026-12-10T12:00:00+01:00',
      ['2026-12-01', '2026-12-02', '2026-12-03'],
    ],
  ])('%s', async (_, order, from, until, days) => {
    expect(await bookedDays(order, from, until)).toEqual(days);
  });

  it('runs are ascending banking days close to their due days, and none is missing', () => {
    const dates = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        dates,
        fc.constantFrom(...FREQUENCIES),
        fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
        fc.constantFrom('following' as const, 'preceding' as const),
        fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 }),
        (startDate, frequency, day, executionRule, monthsOfExecution) => {
          const order: StandingOrder = {
            startDate,
            frequency,
            executionRule,
            ...(day === undefined ? {} : { dayOfExecution: day }),
            ...(frequency === 'MonthlyVariable' ? { monthsOfExecution } : {}),
          };
          let after = 0;
          let last = '';
          for (let run = 0; run < 30; run++) {
            const next = nextRun(order, after);
            if (next === null) throw new Error('An order without endDate has no end.');
            expect(isBankingDay(next.day)).toBe(true);
            expect(next.nominal >= startDate).toBe(true);
            expect(next.day > last).toBe(true);
            expect(osloDate(next.at)).toBe(next.day);
            // From the due day on, or back from it, the first banking day is taken.
            const step = executionRule === 'following' ? 1 : -1;
            let nearest = next.nominal;
            while (!isBankingDay(nearest)) nearest = addDays(nearest, step);
            expect(next.day).toBe(nearest);
            last = next.day;
            after = next.at;
          }
        },
      ),
      { numRuns: 200 },
    );
  });
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is %s', (year, day) => {
    expect(easterSunday(year)).toBe(day);
  });
});

const test = useBank();
beforeEach(() => reset(test.bank));

describe('PAY-14: the fields of a periodic payment', () => {
  const order = { startDate: '2026-12-01', frequency: 'Monthly' };
  it('a periodic payment is read as it was created', async () => {
    const tpp = test.tpp();
    const changes = {
      startDate: '2026-12-01',
      frequency: 'MonthlyVariable',
      monthsOfExecution: ['1', '6'],
      dayOfExecution: '7',
    };
    const { body } = await tpp.send({ path: await create(tpp, 'NDCT', changes, 'periodic-payments') });
    expect(periodicPaymentSchema.parse(body)).toMatchObject(changes);
  });
  it.each([
    [
      'duplicate months',
      { frequency: 'MonthlyVariable', monthsOfExecution: ['1', '6', '1'] },
      'monthsOfExecution',
    ],
    ['no months', { frequency: 'MonthlyVariable' }, 'monthsOfExecution'],
    ['an empty list of months', { frequency: 'MonthlyVariable', monthsOfExecution: [] }, 'monthsOfExecution'],
    [
      'twelve months',
      {
        frequency: 'MonthlyVariable',
        monthsOfExecution: Array.from({ length: 12 }, (_, n) => String(n + 1)),
      },
      'monthsOfExecution',
    ],
    ['months with another frequency', { monthsOfExecution: ['1'] }, 'monthsOfExecution'],
    ['month 13', { frequency: 'MonthlyVariable', monthsOfExecution: ['13'] }, 'monthsOfExecution/0'],
    ['month 01', { frequency: 'MonthlyVariable', monthsOfExecution: ['01'] }, 'monthsOfExecution/0'],
    ['an unknown frequency', { frequency: 'Hourly' }, 'frequency'],
    ['day 32', { dayOfExecution: '32' }, 'dayOfExecution'],
    ['day 0', { dayOfExecution: '0' }, 'dayOfExecution'],
    ['an unknown rule', { executionRule: 'nearest' }, 'executionRule'],
    ['a start in the past', { startDate: '2026-11-19' }, 'startDate'],
    ['an end before the start', { endDate: '2026-11-30' }, 'endDate'],
    ['no due day before the end', { dayOfExecution: '15', endDate: '2026-12-14' }, 'endDate'],
  ])('%s is refused', async (_, changes, path) => {
    const body = bodyOf('NDCT', { ...order, ...changes });
    expect(await test.tpp().faults(PATH, body, 'PAY-14')).toContain(path);
  });
  it('eleven months and a start today are accepted', async () => {
    const months = Array.from({ length: 11 }, (_, n) => String(n + 1));
    const changes = { startDate: '2026-11-20', frequency: 'MonthlyVariable', monthsOfExecution: months };
    expect((await post(test.tpp(), PATH, bodyOf('NDCT', changes))).status).toBe(201);
  });
  it('PAY-2: requestedExecutionDate is refused, and so are products other than NDCT', async () => {
    const body = JSON.stringify(bodyOf('NDCT', { ...order, requestedExecutionDate: '2026-12-01' }));
    await test.tpp().refused({ method: 'POST', path: PATH, body }, 400, 'FORMAT_ERROR', 'PAY-2');
  });
});

describe('PAY-6, PAY-7: the life of a periodic payment', () => {
  const changes = { startDate: '2026-12-01', endDate: '2027-02-28', frequency: 'Monthly' };
  it('is ACTC until its last run and then ACSC; other batches skip it', async () => {
    const bank = await memoryBank();
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      const path = await create(tpp, 'NDCT', changes, 'periodic-payments');
      await sign(tpp, path);
      expect(await statusOf(tpp, path)).toBe('ACTC');
      await moveTo(bank, '2026-12-01T04:29:59Z');
      const before = await moneyOf(tpp, EIRIK);
      expect((await control(bank, 'POST', '/control/batch')).body).toEqual({
        settled: 0,
        rejected: 0,
        retried: 0,
      });
      expect(await moneyOf(tpp, EIRIK)).toEqual(before);
      await moveTo(bank, '2026-12-01T04:30:00Z');
      expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - 10_000);
      await moveTo(bank, '2027-02-01T04:29:59Z');
      expect(await statusOf(tpp, path)).toBe('ACTC');
      await moveTo(bank, '2027-02-01T04:30:00Z');
      expect(await statusOf(tpp, path)).toBe('ACSC');
      expect((await moneyOf(tpp, EIRIK)).booked).toBe(before.booked - 30_000);
    } finally {
      await bank.stop();
    }
  });
  it.each([
    ['PART when some runs failed for lack of funds', 15_000, 'PART'],
    ['RJCT when all did', 0, 'RJCT'],
  ])('%s', async (_, funds, status) => {
    const bank = await memoryBank();
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      await leaveExactly(tpp, EIRIK, funds);
      const path = await create(tpp, 'NDCT', changes, 'periodic-payments');
      await sign(tpp, path);
      await control(bank, 'POST', '/control/clock', { advance: 'P200D' });
      expect(await statusOf(tpp, path)).toBe(status);
      await expectConserved(bank);
    } finally {
      await bank.stop();
    }
  });
  it('a signed one is cancelled with an SCA and no run follows', async () => {
    const tpp = test.tpp();
    const path = await create(
      tpp,
      'NDCT',
      { startDate: '2026-12-01', frequency: 'Daily' },
      'periodic-payments',
    );
    await sign(tpp, path);
    expect((await tpp.send({ method: 'DELETE', path })).status).toBe(202);
    await sign(tpp, path, {}, 'cancellation-authorisations');
    expect(await statusOf(tpp, path)).toBe('CANC');
    const before = await moneyOf(tpp, EIRIK);
    await control(test.bank, 'POST', '/control/clock', { advance: 'P30D' });
    expect(await moneyOf(tpp, EIRIK)).toEqual(before);
  });
  it('one clock move carries out two years of daily runs', async () => {
    const bank = await memoryBank();
    const tpp = new Tpp(bank, await makeIdentity());
    try {
      await leaveExactly(tpp, EIRIK, 900_000_000);
      const before = await moneyOf(tpp, EIRIK);
      const order = { startDate: '2026-12-01', endDate: '2028-11-30', frequency: 'Daily' };
      const path = await create(tpp, 'NDCT', order, 'periodic-payments');
      await sign(tpp, path);
      await moveTo(bank, '2029-01-01T00:00:00Z');
      expect(await statusOf(tpp, path)).toBe('ACSC');
      // 365.25 days a year, less the weekends and about ten holidays that are no weekends.
      const runs = (before.booked - (await moneyOf(tpp, EIRIK)).booked) / 10_000;
      expect(runs).toBeGreaterThan(2 * 248);
      expect(runs).toBeLessThan(2 * 256);
      await expectConserved(bank);
    } finally {
      await bank.stop();
    }
  });
  it('the SCA fails if no run is left', async () => {
    const tpp = test.tpp();
    const now = String((await control(test.bank, 'GET', '/control/state')).body['now']).slice(0, 10);
    const path = await create(
      tpp,
      'NDCT',
      { startDate: now, endDate: addDays(now, 7), frequency: 'Daily' },
      'periodic-payments',
    );
    await control(test.bank, 'POST', '/control/clock', { advance: 'P20D' });
    expect((await sign(tpp, path)).get('code')).toBe('PAYMENT_FAILED');
    expect(await statusOf(tpp, path)).toBe('RCVD');
  });
});
