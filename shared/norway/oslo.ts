/** Between instants (milliseconds since 1970) and wall clocks in Europe/Oslo, daylight saving included. */

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

const HOUR = 3_600_000;
let current = { hour: Number.NaN, date: '' };

/** The date in Oslo, `YYYY-MM-DD`. */
export function osloDate(ms: number): string {
  // Oslo's day begins on a whole hour: the date of an hour is worked out once, not for each request.
  const hour = Math.floor(ms / HOUR);
  if (hour !== current.hour)
    current = { hour, date: new Date(wallClock(hour * HOUR)).toISOString().slice(0, 10) };
  return current.date;
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
