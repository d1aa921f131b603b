/** Norwegian banking days, and calendar dates as texts `YYYY-MM-DD` (SBX-5, PAY-14). */
import { DAY } from '../time.ts';

function utc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The date a number of days after another; before it if the number is negative. */
export function addDays(date: string, days: number): string {
  return new Date(utc(date) + days * DAY).toISOString().slice(0, 10);
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / DAY);
}

/** The date for a year, month and day. Months beyond 1 to 12 change the year; days past the end of the month give its last day. */
export function dateOf(year: number, month: number, day: number): string {
  const first = Date.UTC(year, month - 1, 1);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(first + (Math.min(day, last) - 1) * DAY).toISOString().slice(0, 10);
}

/** Easter Sunday of a year in the Gregorian calendar (the anonymous computus of 1876). */
export function easterSunday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dateOf(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Days from Easter Sunday on which banks are closed. */
const AROUND_EASTER: Readonly<Record<number, Holiday>> = {
  [-3]: 'maundyThursday',
  [-2]: 'goodFriday',
  1: 'easterMonday',
  39: 'ascensionDay',
  50: 'whitMonday',
};
/** By month and day. */
const FIXED: Readonly<Record<string, Holiday>> = {
  '01-01': 'newYear',
  '05-01': 'labourDay',
  '05-17': 'constitutionDay',
  '12-25': 'christmasDay',
  '12-26': 'boxingDay',
};

/** A public holiday on which banks are closed and which is not always a Sunday. */
export type Holiday =
  | 'newYear'
  | 'maundyThursday'
  | 'goodFriday'
  | 'easterMonday'
  | 'labourDay'
  | 'constitutionDay'
  | 'ascensionDay'
  | 'whitMonday'
  | 'christmasDay'
  | 'boxingDay';

/** The public holiday of a date, or null. */
export function holidayOf(date: string): Holiday | null {
  return FIXED[date.slice(5)] ?? holidayAroundEaster(date);
}

function holidayAroundEaster(date: string): Holiday | null {
  // Maundy Thursday to Whit Monday fall in March to June; other months need no Easter calculation.
  const month = date.slice(5, 7);
  if (month < '03' || month > '06') return null;
  return AROUND_EASTER[daysBetween(easterSunday(Number(date.slice(0, 4))), date)] ?? null;
}

/** Whether a date is Monday to Friday and not a public holiday. */
export function isBankingDay(date: string): boolean {
  const weekday = new Date(utc(date)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && holidayOf(date) === null;
}

/** The date itself if it is a banking day, otherwise the next one, or the previous one with -1. */
export function bankingDay(date: string, direction: 1 | -1 = 1): string {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, direction);
  return day;
}
