/** Banking days by arithmetic: the same as by walking, also at the ends of the calendar. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dynamicValue } from '../../shared/collections/dynamic.ts';
import {
  addDays,
  bankingDay,
  dateOfDay,
  dayNumber,
  shiftedBankingDay,
} from '../../shared/norway/banking-days.ts';

const FIRST = dayNumber('0001-01-01');
const LAST = dayNumber('9999-12-31');

/** Day by day. */
function walked(date: string, days: number): string | null {
  const direction = days < 0 ? -1 : 1;
  try {
    let day = bankingDay(date, direction);
    for (let left = Math.abs(days); left > 0; left--) day = bankingDay(addDays(day, direction), direction);
    return day;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const date = (min: number, max: number) =>
  fc.integer({ min, max }).map((day) => dateOfDay(day) ?? 'outside of the calendar');

describe('a number of banking days from a date', () => {
  it('is where a walk from day to day ends, in each year', () => {
    fc.assert(
      fc.property(date(FIRST, LAST), fc.integer({ min: -600, max: 600 }), (from, days) => {
        expect(shiftedBankingDay(from, days)).toBe(walked(from, days));
      }),
      { numRuns: 300 },
    );
  });
  it('is where a walk over thousands of days ends', () => {
    fc.assert(
      fc.property(
        date(dayNumber('1990-01-01'), dayNumber('2060-01-01')),
        fc.integer({ min: -4000, max: 4000 }),
        (from, days) => {
          expect(shiftedBankingDay(from, days)).toBe(walked(from, days));
        },
      ),
      { numRuns: 50 },
    );
  });
  it('is right from each day of years in which holidays meet, or fall on weekends', () => {
    // 2008: Ascension Day is 1 May. 2012: it is 17 May. 2027: Whit Monday is 17 May, 1 May a Saturday.
    for (const year of [2008, 2012, 2026, 2027])
      for (let day = dayNumber(`${year}-01-01`); day <= dayNumber(`${year}-12-31`); day++)
        for (const days of [-2, -1, 0, 1, 2]) {
          const from = dateOfDay(day) ?? '';
          expect([from, days, shiftedBankingDay(from, days)]).toEqual([from, days, walked(from, days)]);
        }
  });
  it('is nothing before the year 1 and after the year 9999, at both ends of which a walk ends too', () => {
    fc.assert(
      fc.property(
        fc.oneof(date(FIRST, FIRST + 60), date(LAST - 60, LAST)),
        fc.integer({ min: -60, max: 60 }),
        (from, days) => {
          expect(shiftedBankingDay(from, days)).toBe(walked(from, days));
        },
      ),
      { numRuns: 500 },
    );
    expect([shiftedBankingDay('9999-12-31', 1), shiftedBankingDay('0001-01-01', -1)]).toEqual([null, null]);
    expect(() => addDays('9999-12-31', 1)).toThrow('1 days after 9999-12-31 is not in the years 1 to 9999.');
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
  });
});

describe('a variable that is a day', () => {
  it('is a date of four digits for the year, or has no value, wherever the clock of the bank stands', () => {
    const clock = fc.oneof(
      fc.date({ min: new Date('2000-01-01'), max: new Date('9989-12-31'), noInvalidDate: true }),
      fc.date({ min: new Date('9980-01-01'), max: new Date('9989-12-31'), noInvalidDate: true }),
    );
    fc.assert(
      fc.property(
        clock,
        fc.constantFrom('$today', '$bankingDay'),
        fc.integer({ min: -4000, max: 4000 }),
        (at, name, days) => {
          const now = at.getTime();
          const value = dynamicValue(`${name}${days < 0 ? days : `+${days}`}`, { now, newUuid: () => '' });
          const isBeyond = now + days * 1.5 * 86_400_000 > Date.UTC(9999, 10, 1);
          expect(value ?? (isBeyond ? '9999-12-31' : 'missing')).toMatch(/^\d{4}-\d\d-\d\d$/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
