/** Dates in Oslo and banking days, against what is known of the calendar. */
import { describe, expect, it } from 'vitest';
import { isBankingDay } from '../../shared/norway/banking-days.ts';
import { osloDate } from '../../shared/norway/oslo.ts';

describe('the date in Oslo', () => {
  it.each([
    ['2026-11-20T22:59:59.999Z', '2026-11-20'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21'],
    ['2026-06-20T21:59:59.999Z', '2026-06-20'],
    ['2026-06-20T22:00:00.000Z', '2026-06-21'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['1970-01-01T00:00:00.000Z', '1970-01-01'],
    ['9990-12-31T12:00:00.000Z', '9990-12-31'],
  ])('at %s it is %s', (instant, date) => {
    expect(osloDate(Date.parse(instant))).toBe(date);
  });
});

describe('SBX-5: banks are closed', () => {
  it.each([
    '2026-01-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
    '2026-05-25',
    '2027-05-17',
    '2025-12-25',
    '2025-12-26',
    '2026-11-21',
    '2026-11-22',
  ])('they are closed on %s', (date) => {
    expect(isBankingDay(date)).toBe(false);
  });
  it.each(['2026-04-01', '2026-04-07', '2026-05-15', '2026-05-26', '2026-11-20', '2026-12-24'])(
    'they are open on %s',
    (date) => {
      expect(isBankingDay(date)).toBe(true);
    },
  );
});
