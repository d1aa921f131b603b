/** Dates in Oslo and banking days, against what is known of the calendar. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBankingDay } from '../../shared/norway/banking-days.ts';
import { osloDate, osloInstant } from '../../shared/norway/oslo.ts';
import { HOUR } from '../../shared/time.ts';

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

it('every day from 1996 to 2900 follows the one before as in the calendar of the engine', () => {
  const wrong: string[] = [];
  for (let noon = Date.UTC(1996, 0, 1, 12); noon < Date.UTC(2901, 0, 1); noon += 24 * HOUR) {
    const date = new Date(noon).toISOString().slice(0, 10);
    if (osloDate(noon) !== date) wrong.push(date);
  }
  expect(wrong).toEqual([]);
});

describe('local time in Oslo, against Intl', () => {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Oslo',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  /** `YYYY-MM-DD hh:mm:ss`; the Swedish locale formats dates according to ISO 8601. */
  const intl = (ms: number) => local.format(ms);
  const instants = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(9990, 0, 1) });
  it('the date is the same at any instant', () => {
    fc.assert(
      fc.property(instants, (ms) => {
        expect(osloDate(ms)).toBe(intl(ms).slice(0, 10));
      }),
    );
  });
  it('the instant of a time is the one at which Intl shows it', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 1439 }), (ms, minutes) => {
        const date = osloDate(ms);
        // Clocks skip an hour at 02:00, where no instant shows the time.
        fc.pre(minutes < 120 || minutes >= 180);
        const time = new Date(minutes * 60_000).toISOString().slice(11, 16);
        expect(intl(osloInstant(date, minutes))).toBe(`${date} ${time}:00`);
      }),
    );
  });
  it('around every change of the clocks, each half hour has the date, and each midnight the instant, of Intl', () => {
    const wrong: string[] = [];
    for (let year = 1971; year < 2100; year++)
      // Until 1995, summer time ended in September.
      for (const month of year < 1996 ? [2, 8, 9] : [2, 9])
        for (let half = 0; half < 8 * 48; half++) {
          const ms = Date.UTC(year, month, 24) + (half * HOUR) / 2;
          const [date = '', time = ''] = intl(ms).split(' ');
          if (osloDate(ms) !== date) wrong.push(`${date} ${time}`);
          if (time === '00:00:00' && osloInstant(date, 0) !== ms) wrong.push(`${date} midnight`);
        }
    expect(wrong).toEqual([]);
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
