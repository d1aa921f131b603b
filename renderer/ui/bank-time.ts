/**
 * Times by the bank's clock, formatted for Oslo and named so: once by the heading of a list, or by each. Times of this machine are in
 * machine-time.ts.
 */
import { osloOffset } from '../../shared/norway/oslo.ts';
import { HOUR, longText } from '../../shared/time.ts';
import { texts } from '../../shared/texts/texts.ts';

const zone = { timeZone: 'Europe/Oslo' } as const;
const DAY = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
const SECONDS = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DATE = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const WHOLE = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** `10:42` today, else `20 Nov 10:42`. */
export function timeText(at: number, now: number): string {
  const sameDay = WHOLE.format(at) === WHOLE.format(now);
  return sameDay ? CLOCK.format(at) : `${DAY.format(at)} ${CLOCK.format(at)}`;
}

/** `Fri, 20 Nov 2026`. */
export function dayText(at: number): string {
  return WHOLE.format(at);
}

/** `10:42:07`. */
export function secondsText(at: number): string {
  return SECONDS.format(at);
}

export function clockText(at: number): string {
  return CLOCK.format(at);
}

/** `Fri, 20 Nov 2026 10:42`: in a sentence, which says that it is in Oslo. */
export function minuteText(at: number): string {
  return `${WHOLE.format(at)} ${CLOCK.format(at)}`;
}

/** `20 Nov 10:42:07`: in a list or beside a label that names the zone. */
export function stepText(at: number): string {
  return `${DAY.format(at)} ${SECONDS.format(at)}`;
}

/** `20 Nov 10:42:07 CET`: where nothing beside it names the zone. */
export function zonedText(at: number): string {
  return `${stepText(at)} ${zoneText(at)}`;
}

/** `Fri, 20 Nov 2026 10:42:07 CET`. */
export function wholeText(at: number): string {
  return `${WHOLE.format(at)} ${SECONDS.format(at)} ${zoneText(at)}`;
}

/** `23 Nov 2026 10:42:07`. */
export function dateText(at: number): string {
  return `${DATE.format(at)} ${SECONDS.format(at)}`;
}

/** `CET`, in summer `CEST`. */
export function zoneText(at: number): string {
  return osloOffset(at) === HOUR ? 'CET' : 'CEST';
}

const t = texts.common.clockDifference;

/** A length of time without its direction: `20 s`, `5 min`, `3 h 27 min`, `3 d 15 h`. @param ms not negative */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? t.seconds(seconds) : longText(ms);
}

/** How far one clock is from another, for display. */
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
