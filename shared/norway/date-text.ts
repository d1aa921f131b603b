/** Reads a typed date and time in Oslo: `24 Dec 2026 09:30`, `24.12. 9.30`, `tomorrow 8:00`, `15:30`, `+181 days`, `+2 h`. */
import { DAY, HOUR, MINUTE } from '../time.ts';
import { withoutLast } from '../linear-text.ts';
import { addDays } from './banking-days.ts';
import { osloDate, osloInstant, osloOffset } from './oslo.ts';
import { ownValue } from '../own-value.ts';

interface OsloReading {
  /** Milliseconds since 1970. */
  at: number;
  /** A time that summer time skips, moved by one hour, or has twice, taken as the second. */
  odd: 'skipped' | 'twice' | null;
}

/** In English and Norwegian, by their first three letters. */
const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  may: 5,
  mai: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  okt: 10,
  nov: 11,
  dec: 12,
  des: 12,
};
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ZONE = /\b(?:cest|cet|oslo(?: time)?)$/;
const TIME = /(?:^|[ ,t])(?:at |kl\.? ?)?(\d{1,2})([:.])(\d{2})(?::(\d{2}))?$/;
/** Time from now on. */
const LATER = /^\+ ?(\d{1,5}) ?(min|minutes?|h|hours?|d|days?|weeks?)$/;
/** An instant with its zone. */
const INSTANT = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)$/;

/** @param now determines the year and relative days @returns null for a text that is not a date */
export function readOsloTime(text: string, now: number): OsloReading | null {
  const written = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (INSTANT.test(written)) return plain(Date.parse(written.toUpperCase()));
  const [, count, unit = ''] = LATER.exec(written) ?? [];
  if (count !== undefined) return later(Number(count), unit, now);
  const zone = ZONE.exec(written);
  const whole = zone === null ? written : withoutLast(written.slice(0, zone.index), ' ,');
  const match = TIME.exec(whole);
  // At the start, `9.30` is a date.
  const time = match !== null && (match[2] === ':' || match.index > 0) ? match : null;
  const seconds = time === null ? 0 : secondsOf(time);
  const day = withoutLast(time === null ? whole : whole.slice(0, time.index), ' ,');
  const today = osloDate(now);
  if (seconds === null || (day === '' && time === null)) return null;
  if (day === '') return reading(reading(today, seconds).at > now ? today : addDays(today, 1), seconds);
  const date = dateIn(day, today);
  return date === null ? null : reading(date, seconds);
}

/** A number of days is the same time on another day, whatever summer time does in between. */
function later(count: number, unit: string, now: number): OsloReading {
  if (unit.startsWith('m')) return { at: now + count * MINUTE, odd: null };
  if (unit.startsWith('h')) return { at: now + count * HOUR, odd: null };
  const date = addDays(osloDate(now), unit.startsWith('w') ? 7 * count : count);
  return reading(date, Math.floor(((now + osloOffset(now)) % DAY) / 1000));
}

const plain = (at: number): OsloReading | null => (Number.isNaN(at) ? null : { at, odd: null });

function secondsOf([, hours = '', , minutes = '', seconds = '0']: RegExpExecArray): number | null {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  return h > 23 || m > 59 || s > 59 ? null : h * 3600 + m * 60 + s;
}

function reading(date: string, seconds: number): OsloReading {
  const at = osloInstant(date, Math.floor(seconds / 60)) + (seconds % 60) * 1000;
  const local = (instant: number) => (instant + osloOffset(instant)) % DAY;
  if (local(at) !== seconds * 1000) return { at, odd: 'skipped' };
  return { at, odd: local(at - HOUR) === seconds * 1000 ? 'twice' : null };
}

function dateIn(text: string, today: string): string | null {
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  const weekday = /^[a-z]+$/.test(text) ? WEEKDAYS.findIndex((name) => text.startsWith(name)) : -1;
  if (weekday >= 0) return addDays(today, (weekday - new Date(today).getUTCDay() + 7) % 7 || 7);
  const [year, month, day] = partsIn(text.replace(/^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*[ ,]+/, ''));
  if (year !== undefined) return dateOf(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const date = dateOf(thisYear, month, day);
  return date !== null && date < today ? dateOf(thisYear + 1, month, day) : date;
}

/** Year, month and day; the year may be left out. */
function partsIn(text: string): [year: number | undefined, month: number, day: number] {
  const [, y, m, d] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (y !== undefined) return [Number(y), Number(m), Number(d)];
  const [, day, month, year = ''] = /^(\d{1,2})[./](\d{1,2})(?:[./](\d{4}|\d\d)?)?$/.exec(text) ?? [];
  if (day !== undefined) return [yearIn(year), Number(month), Number(day)];
  const named = /^(\d{1,2})\.? ?([a-z]{3,})\.?,?(?: (\d{4}|\d\d))?$/.exec(text);
  const [, first, name = '', last = ''] =
    named ?? /^()([a-z]{3,})\.? (\d{1,2}(?:,? \d{4})?)$/.exec(text) ?? [];
  const number = ownValue(MONTHS, name.slice(0, 3)) ?? 0;
  if (first !== '') return [yearIn(last), number, Number(first ?? 0)];
  const [date = '', after = ''] = last.split(/,? /);
  return [yearIn(after), number, Number(date)];
}

function yearIn(text: string): number | undefined {
  if (text === '') return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** Null for a date that does not exist. */
function dateOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1000;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
