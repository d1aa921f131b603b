/** When the simulated batches run (SBX-5). Instants in milliseconds of bank time. */
import { addDays, bankingDay } from '../../shared/norway/banking-days.ts';
import { osloDate, osloInstant } from '../../shared/norway/oslo.ts';

/** Minutes after midnight in Oslo: 05:30, 09:30, 11:30, 13:30, 15:30. */
const TIMES = [330, 570, 690, 810, 930];
const FIRST = TIMES[0] ?? 0;
const LAST = TIMES.at(-1) ?? 0;

/** The days on which batches run: Norwegian banking days, or every day of the week (the quirk batchDays). */
export type BatchDays = 'banking' | 'all';

/** The first date with batches, not before the given one. */
function batchDay(date: string, days: BatchDays): string {
  return days === 'all' ? date : bankingDay(date);
}

/** The first batch after an instant. */
export function nextBatch(after: number, days: BatchDays): number {
  let day = batchDay(osloDate(after), days);
  for (;;) {
    for (const minutes of TIMES) {
      const at = osloInstant(day, minutes);
      if (at > after) return at;
    }
    day = batchDay(addDays(day, 1), days);
  }
}

/** The batches of a day in order; empty if none run on it. @param day `YYYY-MM-DD` in Oslo */
export function batchesOn(day: string, days: BatchDays): number[] {
  return batchDay(day, days) === day ? TIMES.map((minutes) => osloInstant(day, minutes)) : [];
}

/** The first batch of a day. */
export function firstBatchOf(day: string): number {
  return osloInstant(day, FIRST);
}

/** The last batch on the day of an instant. */
export function lastBatchOn(at: number): number {
  return osloInstant(osloDate(at), LAST);
}

/** Midnight in Oslo. */
export function startOfDay(date: string): number {
  return osloInstant(date, 0);
}
