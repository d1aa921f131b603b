/** Lengths of time in milliseconds. A day is 24 hours: calendar days are counted in `norway/`. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
