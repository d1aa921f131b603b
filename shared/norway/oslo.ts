/** Between instants (milliseconds since 1970) and wall clocks in Europe/Oslo, daylight saving included. */
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

/** Oslo's wall clock at an instant, as if it were UTC. */
function wallClock(ms: number): number {
  const part = Object.fromEntries(PARTS.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Sweden writes its dates as ISO 8601 does. */
const DATE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Oslo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The date in Oslo, `YYYY-MM-DD`. @param ms of a time from the year 1000 to 9999 */
export function osloDate(ms: number): string {
  return DATE.format(ms);
}

/**
 * The instant at which clocks in Oslo show a time of a day.
 * @param minutes after midnight; a time that daylight saving skips is the same time an hour later
 */
export function osloInstant(date: string, minutes: number): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const offset = (at: number) => wallClock(at) - at;
  const guess = wanted - offset(wanted - HOUR);
  return wanted - offset(guess);
}
