/** How far the bank's clock is from the machine's: the text can be read back, and never hides a difference or its direction. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockDifference } from '../../renderer/ui/format.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time.ts';

const UNITS: Record<string, number> = { s: 1000, min: MINUTE, h: HOUR, d: DAY };
const LARGEST = 8000 * 365 * DAY;

/** Milliseconds that a text such as `−3 h 27 min` says. */
function said(signed: string): number {
  const pieces = [...signed.matchAll(/([\d,]+) (s|min|h|d)(?= |$)/g)];
  const sum = pieces.reduce(
    (total, [, count = '', unit = '']) => total + Number(count.replaceAll(',', '')) * (UNITS[unit] ?? NaN),
    0,
  );
  return signed.startsWith('−') ? -sum : sum;
}

/** Fails what expects a text. */
const NONE = { isAhead: null, length: 'none', signed: 'none' };

const anywhere = fc.oneof(
  fc.integer({ min: -LARGEST, max: LARGEST }),
  fc.integer({ min: -5 * DAY, max: 5 * DAY }),
  fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
  fc.integer({ min: -2 * MINUTE, max: 2 * MINUTE }),
);

describe('the difference between two clocks', () => {
  it.each([
    [499, undefined],
    [-499, undefined],
    [500, '+1 s'],
    [-20_000, '−20 s'],
    [59_499, '+59 s'],
    [59_500, '+1 min'],
    [MINUTE, '+1 min'],
    [59 * MINUTE + 30_000, '+1 h'],
    [HOUR, '+1 h'],
    [-(3 * HOUR + 27 * MINUTE), '−3 h 27 min'],
    [DAY - 31_000, '+23 h 59 min'],
    [DAY - 30_000, '+1 d'],
    [DAY, '+1 d'],
    [2 * DAY, '+2 d'],
    [3 * DAY + 15 * HOUR + 6 * MINUTE, '+3 d 15 h'],
    [4 * DAY - HOUR / 2 - 1000, '+3 d 23 h'],
    [4 * DAY - HOUR / 2, '+4 d'],
    [-30 * DAY, '−30 d'],
    [3 * 365 * DAY, '+1,095 d'],
  ])('%d ms is %s', (ms, text) => {
    expect(clockDifference(ms)?.signed).toBe(text);
  });

  it('has the right direction, and is exact to the unit shown', () => {
    fc.assert(
      fc.property(
        anywhere.filter((ms) => Math.abs(ms) >= 500),
        (ms) => {
          const { isAhead, length, signed } = clockDifference(ms) ?? NONE;
          expect(isAhead).toBe(ms > 0);
          expect(signed).toBe(`${ms > 0 ? '+' : '−'}${length}`);
          const size = Math.abs(ms);
          // Half a second, half a minute, half an hour; and nothing is rounded to zero.
          const exact = size < MINUTE ? 500 : size < DAY - MINUTE / 2 ? MINUTE / 2 : HOUR / 2;
          expect(Math.abs(said(signed) - ms)).toBeLessThanOrEqual(exact);
          expect(Math.sign(said(signed))).toBe(Math.sign(ms));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never shrinks when the clocks move apart', () => {
    fc.assert(
      fc.property(anywhere, fc.nat(5 * DAY), (ms, more) => {
        const [less, greater] = [clockDifference(ms), clockDifference(ms + more)];
        expect(greater === null ? 0 : said(greater.signed)).toBeGreaterThanOrEqual(
          less === null ? 0 : said(less.signed),
        );
      }),
      { numRuns: 2000 },
    );
  });
});
