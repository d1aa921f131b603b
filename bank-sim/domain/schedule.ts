/** The runs of a periodic payment (PAY-14). */
import { addDays, bankingDay, dateOf, daysBetween, isBankingDay } from '../../shared/norway/banking-days.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import type { Frequency, StandingOrder } from '../../shared/xs2a/payment-body.ts';
import { firstBatchOf } from './batch-times.ts';

/** The last calendar year with runs. */
const LAST_YEAR = 9990;
/** The first month after it, counted like {@link monthOf}. */
const END_MONTH = (LAST_YEAR + 1) * 12;
/** Days between a due day and its banking day are fewer. */
const MAX_SHIFT = 15;

const MONTHS: Partial<Record<Frequency, number>> = {
  Monthly: 1,
  EveryTwoMonths: 2,
  Quarterly: 3,
  SemiAnnual: 6,
  Annual: 12,
};

export interface Run {
  /** The due day by the calendar, which is compared with endDate. */
  nominal: string;
  /** The banking day on which the run is executed. */
  day: string;
  /** The first batch of that day, in milliseconds of bank time. */
  at: number;
}

/** The first run after an instant; null after the last one. */
export function nextRun(order: StandingOrder, after: number): Run | null {
  const earliest = addDays(osloDate(after), -MAX_SHIFT);
  for (const nominal of dueDays(order, earliest > order.startDate ? earliest : order.startDate)) {
    if (order.endDate !== undefined && nominal > order.endDate) return null;
    const day = bankingDay(nominal, order.executionRule === 'preceding' ? -1 : 1);
    const at = firstBatchOf(day);
    if (at > after) return { nominal, day, at };
  }
  return null;
}

/** The due days by the calendar, starting at a date that is startDate or later. */
function* dueDays(order: StandingOrder, from: string): Generator<string> {
  switch (order.frequency) {
    case 'Daily':
      for (let day = from; yearOf(day) <= LAST_YEAR; day = addDays(day, 1)) if (isBankingDay(day)) yield day;
      return;
    case 'Weekly':
      return yield* everyDays(order.startDate, from, 7);
    case 'EveryTwoWeeks':
      return yield* everyDays(order.startDate, from, 14);
    case 'MonthlyVariable':
      return yield* inMonths(order, from, order.monthsOfExecution ?? []);
    default:
      return yield* everyMonths(order, from, MONTHS[order.frequency] ?? 1);
  }
}

function* everyDays(start: string, from: string, step: number): Generator<string> {
  const passed = Math.ceil(daysBetween(start, from) / step) * step;
  for (let day = addDays(start, passed); yearOf(day) <= LAST_YEAR; day = addDays(day, step)) yield day;
}

/** Counts months from the first such day at or after startDate. */
function* everyMonths(order: StandingOrder, from: string, step: number): Generator<string> {
  const day = dayOf(order);
  const anchor =
    monthOf(order.startDate) + (inMonth(monthOf(order.startDate), day) < order.startDate ? 1 : 0);
  const passed = Math.max(0, Math.floor((monthOf(from) - anchor) / step) * step);
  for (let month = anchor + passed; month < END_MONTH; month += step) yield inMonth(month, day);
}

function* inMonths(order: StandingOrder, from: string, months: readonly number[]): Generator<string> {
  const day = dayOf(order);
  for (let month = monthOf(from); month < END_MONTH; month++) {
    if (!months.includes((month % 12) + 1)) continue;
    const due = inMonth(month, day);
    if (due >= from) yield due;
  }
}

function dayOf(order: StandingOrder): number {
  return order.dayOfExecution ?? Number(order.startDate.slice(8));
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** Months since the year 0. */
function monthOf(date: string): number {
  return yearOf(date) * 12 + Number(date.slice(5, 7)) - 1;
}

function inMonth(month: number, day: number): string {
  return dateOf(Math.floor(month / 12), (month % 12) + 1, day);
}
