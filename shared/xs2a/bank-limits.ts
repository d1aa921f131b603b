/** Limits of the bank contract that both the bank and the workbench apply. */
import { HOUR } from '../time.ts';

/** An SCA session expires after this time, milliseconds (SCA-4). At exactly this age it has expired. */
export const SESSION_LIFETIME = HOUR;
/** Largest accepted difference between Date and the bank's clock, in seconds (SIG-10). */
export const MAX_CLOCK_DEVIATION = 60;
/** Smallest accepted RSA key, bits (SIG-2). */
export const MIN_RSA_BITS = 2048;
/** Largest accepted public exponent of an RSA key, bits (SIG-2). CAs issue 65537; OpenSSL computes for minutes with a long one. */
export const MAX_EXPONENT_BITS = 64;
/** Maximum size of a body, in bytes (SVC-6). */
export const MAX_BODY = 1024 * 1024;
export const MAX_HEADERS = 16 * 1024;

/** First time of the clock: earlier, other calendars and rules of banking days would apply. */
const EARLIEST = Date.parse('2000-01-01T00:00:00Z');

/** End of the time of the clock: no periodic payment is planned beyond it, and years have four digits. */
export const LATEST = Date.UTC(9990, 0, 1);

/** Completes "The clock can be set to …". */
export const CLOCK_YEARS = 'the years 2000 to 9989';

/** Whether the clock of a bank can have this time. @param ms since 1970 */
export function isBankTime(ms: number): boolean {
  return ms >= EARLIEST && ms < LATEST;
}

/** Milliseconds of an ISO 8601 date-time with zone, or null. */
export function dateTimeMs(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
