/** The runs of a periodic payment against a calendar that is read day by day (PAY-14), and the batches of a day (SBX-5). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchesOn,
  firstBatchOf,
  lastBatchOn,
  nextBatch,
  startOfDay,
} from '../../bank-sim/domain/batch-times.ts';
import { nextRun } from '../../bank-sim/domain/schedule.ts';
import { addDays, bankingDay, daysBetween, isBankingDay } from '../../shared/norway/banking-days.ts';
import type { StandingOrder } from '../../shared/xs2a/payment-body.ts';

const MONTHS = { Monthly: 1, EveryTwoMonths: 2, Quarterly: 3, SemiAnnual: 6, Annual: 12 } as const;
const ORDER: StandingOrder = { startDate: '2026-01-31', frequency: 'Monthly' };

const monthsSince = (from: string, day: string) =>
  (Number(day.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(day.slice(5, 7)) -
  Number(from.slice(5, 7));
/** Whether it is the day of its month on which the order is due: the last one if the month is too short. */
function isDayOf(day: string, wanted: number): boolean {
  const number = Number(day.slice(8, 10));
  return number === wanted || (number < wanted && addDays(day, 1).slice(8, 10) === '01');
}

/** The due days of an order up to a date, by the definition of each frequency. */
function dueDays(order: StandingOrder, until: string): string[] {
  const { startDate: start, frequency } = order;
  const wanted = order.dayOfExecution ?? Number(start.slice(8, 10));
  const days: string[] = [];
  let first: string | null = null;
  for (let day = start; day <= until; day = addDays(day, 1)) {
    if (order.endDate !== undefined && day > order.endDate) break;
    if (frequency === 'Daily') {
      if (isBankingDay(day)) days.push(day);
    } else if (frequency === 'Weekly' || frequency === 'EveryTwoWeeks') {
      if (daysBetween(start, day) % (frequency === 'Weekly' ? 7 : 14) === 0) days.push(day);
    } else if (isDayOf(day, wanted)) {
      if (frequency === 'MonthlyVariable') {
        if (order.monthsOfExecution?.includes(Number(day.slice(5, 7)))) days.push(day);
        continue;
      }
      first ??= day;
      if (monthsSince(first, day) % MONTHS[frequency] === 0) days.push(day);
    }
  }
  return days;
}

/** All runs of an order, as the bank carries them out one after the other. */
function runs(order: StandingOrder, until: string, after = 0): { nominal: string; day: string }[] {
  const found: { nominal: string; day: string }[] = [];
  for (let run = nextRun(order, after); run !== null && run.nominal <= until; run = nextRun(order, run.at)) {
    expect(run.at).toBe(firstBatchOf(run.day));
    found.push({ nominal: run.nominal, day: run.day });
  }
  return found;
}

describe('PAY-14: runs', () => {
  const date = fc.date({ min: new Date('2024-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
  const orders = fc.record({
    startDate: date.map((day) => day.toISOString().slice(0, 10)),
    frequency: fc.constantFrom(
      'Daily',
      'Weekly',
      'EveryTwoWeeks',
      'MonthlyVariable',
      ...(Object.keys(MONTHS) as (keyof typeof MONTHS)[]),
    ),
    length: fc.integer({ min: 0, max: 500 }),
    dayOfExecution: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
    executionRule: fc.constantFrom('following', 'preceding', undefined),
    monthsOfExecution: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 }),
    begun: fc.integer({ min: 0, max: 400 }),
  });
  type Drawn = typeof orders extends fc.Arbitrary<infer Value> ? Value : never;
  const orderOf = ({
    startDate,
    frequency,
    length,
    dayOfExecution,
    executionRule,
    monthsOfExecution,
  }: Drawn): StandingOrder => ({
    startDate,
    endDate: addDays(startDate, length),
    frequency,
    ...(dayOfExecution === undefined ? {} : { dayOfExecution }),
    ...(executionRule === undefined ? {} : { executionRule }),
    ...(frequency === 'MonthlyVariable' ? { monthsOfExecution } : {}),
  });
  it('are on the due days of the calendar, each moved to a banking day by the rule, once', () => {
    fc.assert(
      fc.property(orders, (drawn) => {
        const order = orderOf(drawn);
        const until = order.endDate ?? '';
        const expected = dueDays(order, until).map((nominal) => ({
          nominal,
          day: bankingDay(nominal, order.executionRule === 'preceding' ? -1 : 1),
        }));
        // Two due days can move to the same banking day, on which there is one run.
        const once = expected.filter(({ day }, at) => at === 0 || day !== expected[at - 1]?.day);
        expect(runs(order, until)).toEqual(once);
      }),
      { numRuns: 150 },
    );
  });
  it('the start is a due day itself, in whatever way the order is due', () => {
    const start = '2026-11-20';
    for (const frequency of [
      'Daily',
      'Weekly',
      'EveryTwoWeeks',
      'MonthlyVariable',
      'Monthly',
      'Annual',
    ] as const) {
      const order: StandingOrder = { startDate: start, frequency, monthsOfExecution: [11] };
      expect(nextRun(order, 0)?.nominal, frequency).toBe(start);
    }
    const short: StandingOrder = { startDate: start, frequency: 'SemiAnnual', dayOfExecution: 19 };
    expect(nextRun(short, 0)?.nominal).toBe('2026-12-19');
  });
  it('begin with the first whose batch is still to come', () => {
    fc.assert(
      fc.property(orders, (drawn) => {
        const order = orderOf(drawn);
        const until = order.endDate ?? '';
        const batch = firstBatchOf(bankingDay(addDays(order.startDate, drawn.begun)));
        const later = runs(order, until).filter(({ day }) => firstBatchOf(day) > batch);
        expect(runs(order, until, batch)).toEqual(later);
        const notEarlier = runs(order, until).filter(({ day }) => firstBatchOf(day) >= batch);
        expect(runs(order, until, batch - 1)).toEqual(notEarlier);
      }),
      { numRuns: 75 },
    );
  });
  it('end with the year 9990', () => {
    const last = (order: Partial<StandingOrder>) =>
      runs({ ...ORDER, startDate: '9990-11-30', ...order }, '9999-12-31').at(-1)?.nominal;
    expect(last({ frequency: 'Daily' })).toBe('9990-12-31');
    expect(last({ frequency: 'Weekly' })).toBe('9990-12-28');
    expect(last({ frequency: 'Monthly' })).toBe('9990-12-30');
    expect(last({ frequency: 'MonthlyVariable', monthsOfExecution: [1, 12] })).toBe('9990-12-30');
    expect(nextRun({ ...ORDER, startDate: '9991-01-01', frequency: 'Daily' }, 0)).toBeNull();
  });
});

describe('SBX-5: batches', () => {
  const at = (text: string) => Date.parse(`${text}+01:00`);
  const times = ['05:30', '09:30', '11:30', '13:30', '15:30'];
  it('run five times a day, in Oslo', () => {
    const friday = times.map((time) => at(`2026-11-20T${time}:00`));
    expect(batchesOn('2026-11-20', 'banking')).toEqual(friday);
    expect(batchesOn('2026-11-20', 'all')).toEqual(friday);
    expect(batchesOn('2026-11-21', 'banking')).toEqual([]);
    expect(batchesOn('2026-11-21', 'all')).toHaveLength(5);
    expect(firstBatchOf('2026-11-20')).toBe(friday[0]);
    expect(lastBatchOn(at('2026-11-20T00:00:00'))).toBe(friday[4]);
    expect(startOfDay('2026-11-20')).toBe(at('2026-11-20T00:00:00'));
    expect(startOfDay('2026-07-01')).toBe(Date.parse('2026-07-01T00:00:00+02:00'));
  });
  it.each([
    ['2026-11-20T00:00:00', '2026-11-20T05:30:00', '2026-11-20T05:30:00'],
    ['2026-11-20T05:29:59', '2026-11-20T05:30:00', '2026-11-20T05:30:00'],
    ['2026-11-20T05:30:00', '2026-11-20T09:30:00', '2026-11-20T09:30:00'],
    ['2026-11-20T15:29:59', '2026-11-20T15:30:00', '2026-11-20T15:30:00'],
    ['2026-11-20T15:30:00', '2026-11-23T05:30:00', '2026-11-21T05:30:00'],
    ['2026-11-21T12:00:00', '2026-11-23T05:30:00', '2026-11-21T13:30:00'],
    ['2026-12-24T16:00:00', '2026-12-28T05:30:00', '2026-12-25T05:30:00'],
  ])('after %s the next one is %s, or %s if they run every day', (after, banking, all) => {
    expect(nextBatch(at(after), 'banking')).toBe(at(banking));
    expect(nextBatch(at(after), 'all')).toBe(at(all));
  });
});
