/** Durations in milliseconds. A day is 24 hours; calendar days are in `norway/`. */
import { ownValue } from './own-value.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS: Record<string, number> = { W: 7 * DAY, D: DAY, H: HOUR, M: MINUTE, S: 1000 };

/** Milliseconds of an ISO 8601 duration without years and months, which vary in length; null for another text. */
export function durationMs(text: string): number | null {
  const match = /^P(?=.)(\d+W)?(\d+D)?(?:T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/.exec(text);
  if (!match) return null;
  return match.slice(1).reduce((sum, part) => {
    const unit = part?.at(-1);
    return part && unit ? sum + Number.parseInt(part, 10) * (ownValue(UNITS, unit) ?? 0) : sum;
  }, 0);
}

const GROUPED = new Intl.NumberFormat('en-GB');

/** `5 min`, `3 h 27 min`, `3 d 15 h`, `1,095 d`: to the minute, from a day on to the hour. @param ms 30,000 or more */
export function longText(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < HOUR / MINUTE) return `${minutes} min`;
  if (minutes < DAY / MINUTE)
    return twoUnits(Math.floor(minutes / (HOUR / MINUTE)), 'h', minutes % (HOUR / MINUTE), 'min');
  const hours = Math.round(ms / HOUR);
  return twoUnits(Math.floor(hours / (DAY / HOUR)), 'd', hours % (DAY / HOUR), 'h');
}

/** `3 min 5 s`, or `3 min`. */
export function twoUnits(longer: number, unit: string, shorter: number, smaller: string): string {
  const first = `${GROUPED.format(longer)} ${unit}`;
  return shorter === 0 ? first : `${first} ${shorter} ${smaller}`;
}
