/** Norwegian banking days, and calendar dates as texts `YYYY-MM-DD` (SBX-5, PAY-14). */
import { DAY } from '../time.ts';
import { ownValue } from '../own-value.ts';

function utc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Days from 1 January 1970; fewer than 0 before it. */
export function dayNumber(date: string): number {
  return utc(date) / DAY;
}

/** Dates have years of four digits. */
const [FIRST_DAY, LAST_DAY] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')];

/** The date of a {@link dayNumber}, or null outside the years 1 to 9999. */
export function dateOfDay(day: number): string | null {
  return day >= FIRST_DAY && day <= LAST_DAY ? new Date(day * DAY).toISOString().slice(0, 10) : null;
}

/**
 * The date a number of days after another; before it if the number is negative.
 * @throws RangeError outside the years 1 to 9999
 */
export function addDays(date: string, days: number): string {
  const sum = dateOfDay(dayNumber(date) + days);
  if (sum === null) throw new RangeError(`${days} days after ${date} is not in the years 1 to 9999.`);
  return sum;
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / DAY);
}

/** The date for a year, month and day. Months beyond 1 to 12 change the year; days past the end of the month give its last day. */
export function dateOf(year: number, month: number, day: number): string {
  const date = new Date(0);
  // `Date.UTC` maps the years 0 to 99 to the 20th century.
  date.setUTCFullYear(year, month, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.toISOString().slice(0, 10);
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

/** A public holiday with closed banks that is not always a Sunday. */
type Holiday =
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
  return ownValue(FIXED, date.slice(5)) ?? holidayAroundEaster(date);
}

function holidayAroundEaster(date: string): Holiday | null {
  // Maundy Thursday to Whit Monday fall in March to June; other months need no Easter calculation.
  const month = date.slice(5, 7);
  if (month < '03' || month > '06') return null;
  return AROUND_EASTER[daysBetween(easterSunday(Number(date.slice(0, 4))), date)] ?? null;
}

/** The dates of the public holidays of a year; Ascension Day may also be 17 May. */
function holidaysOf(year: number): string[] {
  const easter = easterSunday(year);
  return [
    ...Object.keys(FIXED).map((day) => `${easter.slice(0, 4)}-${day}`),
    ...Object.keys(AROUND_EASTER).map((days) => addDays(easter, Number(days))),
  ];
}

/** Whether a date is Monday to Friday and not a public holiday. */
export function isBankingDay(date: string): boolean {
  const weekday = new Date(utc(date)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && holidayOf(date) === null;
}

/**
 * The date itself if it is a banking day, otherwise the next one, or the previous one with -1.
 * @throws RangeError if there is none in the years 1 to 9999
 */
export function bankingDay(date: string, direction: 1 | -1 = 1): string {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, direction);
  return day;
}

const FIRST_YEAR = 1;
const LAST_YEAR = 9999;

/** A year in working days (Monday to Friday), counted from one Monday. */
interface Year {
  /** Its first working day. */
  from: number;
  /** The working days that are public holidays, in order. */
  closed: readonly number[];
  /** Number of its banking days. */
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
  // Index among the banking days of the year.
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

/** Number of banking days of a year before a day. */
function bankingDaysBefore(day: number, year: number): number {
  const { from, closed } = yearOf(year);
  const count = workingDaysBefore(day);
  return count - from - closed.filter((one) => one < count).length;
}

/** 5 January 1970, as a day number. */
const A_MONDAY = 4;

/** Number of working days from that Monday up to, but not including, a day. */
function workingDaysBefore(day: number): number {
  const weeks = Math.floor((day - A_MONDAY) / 7);
  return weeks * 5 + Math.min(day - A_MONDAY - weeks * 7, 5);
}

/** The day with a number of working days before it. */
function dayOfWorkingDay(count: number): number {
  const weeks = Math.floor(count / 5);
  return A_MONDAY + weeks * 7 + (count - weeks * 5);
}

/** Cache. */
const years = new Map<number, Year>();
const MAX_YEARS = 100;

function yearOf(year: number): Year {
  const known = years.get(year);
  if (known !== undefined) return known;
  const made = newYear(year);
  if (years.size >= MAX_YEARS) years.clear();
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

/** From 31 December, because the year 10000 has no date of four digits. */
function newYearsDay(year: number): number {
  return dayNumber(`${String(year - 1).padStart(4, '0')}-12-31`) + 1;
}
