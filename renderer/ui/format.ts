/** Formats times, durations and sizes. Every time is that of Oslo, where the bank is, also on a machine elsewhere. */
import { osloOffset } from '../../shared/norway/oslo.ts';
import { HOUR, longText } from '../../shared/time.ts';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.common;

const inOslo = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', ...options });

const CLOCK = inOslo({ hour: '2-digit', minute: '2-digit' });
const SECONDS = inOslo({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const DAY = inOslo({ day: 'numeric', month: 'short' });
const DATE = inOslo({ day: 'numeric', month: 'short', year: 'numeric' });
const WEEKDAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const WHOLE = inOslo(WEEKDAY);
const LONG_DAY = inOslo({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** `10:42` today, else `20 Nov 10:42`. */
export function timeText(at: number, now: number): string {
  const sameDay = WHOLE.format(at) === WHOLE.format(now);
  return sameDay ? CLOCK.format(at) : `${DAY.format(at)} ${CLOCK.format(at)}`;
}

/** `Fri, 20 Nov 2026`. */
export const dayText = (at: number): string => WHOLE.format(at);

/** `Friday, 20 November 2026`: above a list. */
export const longDayText = (at: number): string => LONG_DAY.format(at);

/** `10:42:07`. */
export const secondsText = (at: number): string => SECONDS.format(at);

/** `10:42`. */
export const clockText = (at: number): string => CLOCK.format(at);

/** `Fri, 20 Nov 2026 10:42`: in a sentence that names the zone. */
export const minuteText = (at: number): string => `${WHOLE.format(at)} ${CLOCK.format(at)}`;

/** `20 Nov 10:42:07`: in a list or beside a label that names the zone. */
export const stepText = (at: number): string => `${DAY.format(at)} ${SECONDS.format(at)}`;

/** `20 Nov 10:42:07 CET`. */
export const zonedText = (at: number): string => `${stepText(at)} ${zoneText(at)}`;

/** `Fri, 20 Nov 2026 10:42:07 CET`. */
export const wholeText = (at: number): string => `${WHOLE.format(at)} ${SECONDS.format(at)} ${zoneText(at)}`;

/** `23 Nov 2026 10:42:07`. */
export const dateText = (at: number): string => `${DATE.format(at)} ${SECONDS.format(at)}`;

/** `CET`, in summer `CEST`. */
export const zoneText = (at: number): string => (osloOffset(at) === HOUR ? 'CET' : 'CEST');

/** `23 Nov 2026 10:42:07 CET`. */
export const momentText = (at: number): string => `${dateText(at)} ${zoneText(at)}`;

/** `10:42:07 CET` if it is today's, else the whole. */
export function momentOfToday(at: number): string {
  const isToday = DATE.format(at) === DATE.format(Date.now());
  return isToday ? `${secondsText(at)} ${zoneText(at)}` : momentText(at);
}

/** How far one clock is from another. */
export interface ClockDifference {
  isAhead: boolean;
  /** `20 s`, `5 min` or `2 d 3 h`. */
  length: string;
  /** `+2 d 3 h` or `−2 d 3 h`. */
  signed: string;
}

/** @param ms how far a clock is ahead, in milliseconds; negative if it is behind @returns null for less than half a second */
export function clockDifference(ms: number): ClockDifference | null {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds === 0) return null;
  const length = seconds < 60 ? t.clockDifference.seconds(seconds) : longText(Math.abs(ms));
  const isAhead = ms > 0;
  return { isAhead, length, signed: t.clockDifference[isAhead ? 'ahead' : 'behind'](length) };
}

/** Milliseconds as minutes and seconds, `mm:ss`, rounded down. */
export function minutesText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** A number of bytes, such as `12 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 10_000) return t.bytes(bytes);
  if (bytes < 1_000_000) return t.kilobytes((bytes / 1000).toFixed(0));
  return t.megabytes((bytes / 1_000_000).toFixed(1));
}
