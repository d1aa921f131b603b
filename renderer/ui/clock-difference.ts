/** How far one clock is from another, for display. */
import { texts } from '../../shared/texts/texts.ts';
import { DAY, HOUR, MINUTE } from '../../shared/time.ts';

const t = texts.common.clockDifference;

/** Up to here hours are counted, as a bank's clock is often moved by one to three days: 48 h. */
const IN_HOURS = 4 * DAY;

/** A length of time without its direction: `20 s`, `5 min`, `3 h 27 min`, `48 h`, `12 days`. @param ms not negative */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t.seconds(seconds);
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 60) return t.minutes(minutes);
  if (minutes >= IN_HOURS / MINUTE) return t.days(Math.round(ms / DAY).toLocaleString('en-GB'));
  const hours = t.hours(Math.floor(minutes / (HOUR / MINUTE)));
  const rest = minutes % (HOUR / MINUTE);
  return rest === 0 ? hours : t.both(hours, t.minutes(rest));
}

export interface ClockDifference {
  isAhead: boolean;
  /** `48 h`. */
  length: string;
  /** `+48 h` or `−48 h`. */
  signed: string;
}

/** @param ms how far ahead a clock is, in milliseconds; negative if it is behind @returns null for less than half a second */
export function clockDifference(ms: number): ClockDifference | null {
  if (Math.round(Math.abs(ms) / 1000) === 0) return null;
  const isAhead = ms > 0;
  const length = lengthText(Math.abs(ms));
  return { isAhead, length, signed: isAhead ? t.ahead(length) : t.behind(length) };
}
