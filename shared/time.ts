/** Lengths of time in milliseconds. A day is 24 hours: calendar days are counted in `norway/`. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const GROUPED = new Intl.NumberFormat('en-GB');

/** From a minute on: `5 min`, `3 h 27 min`, `3 d 15 h`, `1,095 d`; exact to the minute, from a day on to the hour. @param ms 30,000 or more */
export function longText(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < HOUR / MINUTE) return `${minutes} min`;
  if (minutes < DAY / MINUTE)
    return twoUnits(Math.floor(minutes / (HOUR / MINUTE)), 'h', minutes % (HOUR / MINUTE), 'min');
  const hours = Math.round(ms / HOUR);
  return twoUnits(Math.floor(hours / (DAY / HOUR)), 'd', hours % (DAY / HOUR), 'h');
}

/** `3 min 5 s`; the smaller unit only if there is one. */
export function twoUnits(longer: number, unit: string, shorter: number, smaller: string): string {
  const first = `${GROUPED.format(longer)} ${unit}`;
  return shorter === 0 ? first : `${first} ${shorter} ${smaller}`;
}
