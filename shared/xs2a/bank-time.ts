/** Times at which the bank can work, from wherever they come: the operator, the command line, a snapshot, a demonstration. */

/** Before it, dates of the seed data and of banking days would be those of other calendars and rules. */
const EARLIEST = Date.parse('2000-01-01T00:00:00Z');

/** No periodic payment is planned beyond it, and dates with five-digit years are read nowhere. */
export const LATEST = Date.UTC(9990, 0, 1);

/** Completes "The clock can be set to …". */
export const CLOCK_YEARS = 'the years 2000 to 9989';

/** Whether the bank can work at this time. @param ms since 1970 */
export function isBankTime(ms: number): boolean {
  return ms >= EARLIEST && ms < LATEST;
}

/** Milliseconds of an ISO 8601 date-time with zone, or null. */
export function dateTimeMs(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
