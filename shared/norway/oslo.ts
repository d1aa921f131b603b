/** Converts between instants (milliseconds since 1970) and local time in Europe/Oslo, including daylight saving. */
import { HOUR } from '../time.ts';

const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Local time in Oslo at an instant, as if it were UTC. */
function wallClock(ms: number): number {
  const part = Object.fromEntries(PARTS.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The Swedish locale formats dates according to ISO 8601. */
const DATE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Oslo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The date in Oslo, `YYYY-MM-DD`. @param ms a time in the years 1000 to 9999 */
export function osloDate(ms: number): string {
  return DATE.format(ms);
}

/**
 * The instant at which clocks in Oslo show a time on a date.
 * @param minutes after midnight; a time that daylight saving skips is taken one hour later
 */
export function osloInstant(date: string, minutes: number): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const offset = (at: number) => wallClock(at) - at;
  const guess = wanted - offset(wanted - HOUR);
  return wanted - offset(guess);
}
