/** How far one clock is from another, for display. */
import { longText } from '../../shared/time.ts';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.common.clockDifference;

/** A length of time without its direction: `20 s`, `5 min`, `3 h 27 min`, `3 d 15 h`. @param ms not negative */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? t.seconds(seconds) : longText(ms);
}

export interface ClockDifference {
  isAhead: boolean;
  /** `2 d 3 h`. */
  length: string;
  /** `+2 d 3 h` or `−2 d 3 h`. */
  signed: string;
}

/** @param ms how far ahead a clock is, in milliseconds; negative if it is behind @returns null for less than half a second */
export function clockDifference(ms: number): ClockDifference | null {
  if (Math.round(Math.abs(ms) / 1000) === 0) return null;
  const isAhead = ms > 0;
  const length = lengthText(Math.abs(ms));
  return { isAhead, length, signed: isAhead ? t.ahead(length) : t.behind(length) };
}
