/** What it costs to move a date by banking days: the same for thousands of days as for one. */
import { expect, it } from 'vitest';
import { shiftedBankingDay } from '../../../shared/norway/banking-days.ts';
import { measured } from '../support/cpu-time.ts';

it('takes no longer the more days it is', () => {
  const from = ['2026-11-20', '2040-05-17', '9980-01-01'];
  const { seconds } = measured(() => {
    for (let at = 0; at < 60_000; at++) shiftedBankingDay(from[at % 3] ?? '', 4000 - (at % 8000));
  });
  // By walking, ten minutes.
  expect(seconds).toBeLessThan(5);
});
