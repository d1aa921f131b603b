/** Counts banking days by arithmetic: thousands of them take no longer than one. */
import { dateOfDay, dayNumber, holidaysOf } from './banking-days.ts';

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

/** A year as working days (Monday to Friday), which are counted from one Monday. */
interface Year {
  /** Its first working day. */
  from: number;
  /** The working days on which banks are closed, in order. */
  closed: readonly number[];
  /** How many banking days it has. */
  size: number;
}

/**
 * The banking day a number of banking days after a date; before it if the number is negative. The count starts at the date if it is a
 * banking day, otherwise at the next one, or at the previous one if the number is negative.
 * @returns null if it is not in the years 1 to 9999
 */
export function shiftedBankingDay(date: string, days: number): string | null {
  const start = dayNumber(date);
  let year = Number(date.slice(0, 4));
  // The place among the banking days of the year, from 0.
  let place =
    days < 0 ? bankingDaysBefore(start + 1, year) - 1 + days : bankingDaysBefore(start, year) + days;
  while (place < 0 && year > FIRST_YEAR) place += yearOf(--year).size;
  while (place >= yearOf(year).size && year < LAST_YEAR) place -= yearOf(year++).size;
  const { from, closed, size } = yearOf(year);
  if (place < 0 || place >= size) return null;
  let count = from + place;
  for (const one of closed) if (one <= count) count++;
  return dateOfDay(dayOfWorkingDay(count));
}

/** The banking days of a year up to a day, without it. */
function bankingDaysBefore(day: number, year: number): number {
  const { from, closed } = yearOf(year);
  const count = workingDaysBefore(day);
  return count - from - closed.filter((one) => one < count).length;
}

/** 5 January 1970, as a day number. */
const A_MONDAY = 4;

/** The working days from that Monday up to a day, without it. */
function workingDaysBefore(day: number): number {
  const weeks = Math.floor((day - A_MONDAY) / 7);
  return weeks * 5 + Math.min(day - A_MONDAY - weeks * 7, 5);
}

/** The day with a number of working days before it. */
function dayOfWorkingDay(count: number): number {
  const weeks = Math.floor(count / 5);
  return A_MONDAY + weeks * 7 + (count - weeks * 5);
}

/** The latest years that were asked for. */
const years = new Map<number, Year>();
const MOST_YEARS = 100;

function yearOf(year: number): Year {
  const known = years.get(year);
  if (known !== undefined) return known;
  const made = newYear(year);
  if (years.size >= MOST_YEARS) years.clear();
  years.set(year, made);
  return made;
}

function newYear(year: number): Year {
  const [from, to] = [workingDaysBefore(newYearsDay(year)), workingDaysBefore(newYearsDay(year + 1))];
  const working = holidaysOf(year)
    .map(dayNumber)
    .filter((day) => workingDaysBefore(day + 1) > workingDaysBefore(day))
    .map(workingDaysBefore);
  const closed = [...new Set(working)].sort((a, b) => a - b);
  return { from, closed, size: to - from - closed.length };
}

/** By 31 December, because the year 10000 has no date of four digits. */
function newYearsDay(year: number): number {
  return dayNumber(`${String(year - 1).padStart(4, '0')}-12-31`) + 1;
}
