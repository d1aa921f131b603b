/** Converts between instants (milliseconds since 1970) and local time in Europe/Oslo, including daylight saving. */
import { DAY, HOUR } from '../time.ts';

/**
 * Since 1996, summer time lasts from the last Sunday of March to the last Sunday of October, from 01:00 to 01:00 UTC
 * (Directive 2000/84/EC, and its predecessor of 1994). Computing it takes a fraction of the time of `Intl`, and the bank asks with every request.
 */
const RULE_SINCE = Date.UTC(1996, 0, 1);

/** Local time before the rule. */
const EARLIER = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** 01:00 UTC on the last Sunday of a month that has 31 days. @param month from 0 */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * DAY;
}

/** Milliseconds that clocks in Oslo are ahead of UTC at an instant. */
function offsetAt(ms: number): number {
  if (ms < RULE_SINCE) return earlierOffset(ms);
  const year = new Date(ms).getUTCFullYear();
  return ms >= lastSunday(year, 2) && ms < lastSunday(year, 9) ? 2 * HOUR : HOUR;
}

function earlierOffset(ms: number): number {
  const part = Object.fromEntries(EARLIER.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const whole = Math.floor(ms / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

/** The date in Oslo, `YYYY-MM-DD`. @param ms a time in the years 1000 to 9999 */
export function osloDate(ms: number): string {
  return new Date(ms + offsetAt(ms)).toISOString().slice(0, 10);
}

/**
 * The instant at which clocks in Oslo show a time on a date.
 * @param minutes after midnight; a time that daylight saving skips is taken one hour later
 */
export function osloInstant(date: string, minutes: number): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const guess = wanted - offsetAt(wanted - HOUR);
  return wanted - offsetAt(guess);
}
