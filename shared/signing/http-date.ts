/** HTTP dates (RFC 7231, 7.1.1.1): the three forms of the RFC, and two variants of real clients with a note (SVC-4, SIG-10). */

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats milliseconds since 1970 as `Fri, 20 Nov 2026 09:42:07 GMT`, without the fraction of a second. */
export function writeHttpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

export type HttpDateReading = { ok: true; ms: number; notes: string[] } | { ok: false; reason: string };

/** Reads a Date header. `now` (milliseconds) resolves the two-digit year of the RFC 850 form. */
export function readHttpDate(text: string, now: number): HttpDateReading {
  const fields = imfFixdate(text) ?? rfc850(text, now) ?? asctime(text);
  if (!fields)
    return { ok: false, reason: `"${text}" is not an RFC 7231 date such as ${writeHttpDate(now)}` };
  const { year, month, day, hour, minute, second, offset, weekday } = fields;
  const ms = Date.UTC(year, month, day, hour, minute, second);
  // Date.UTC turns 31 February into a day in March; a date that changes its month in this way does not exist. Without the time, because a
  // leap second at midnight counts to the next day.
  const read = new Date(Date.UTC(year, month, day));
  if (read.getUTCMonth() !== month || hour > 23 || minute > 59 || second > 60) {
    return { ok: false, reason: `"${text}" is not a date in the calendar` };
  }
  const notes = [...fields.notes];
  if (DAYS[read.getUTCDay()] !== weekday.slice(0, 3))
    notes.push(`The weekday ${weekday} does not match the date.`);
  return { ok: true, ms: ms - offset, notes };
}

interface Fields {
  weekday: string;
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** Milliseconds to subtract for a numeric zone. */
  offset: number;
  notes: string[];
}

function imfFixdate(text: string): Fields | null {
  const match =
    /^([A-Z][a-z]{2}), (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) (GMT|[+-]\d{4})$/.exec(text);
  if (!match) return null;
  const [, weekday = '', day = '', month = '', year, hour, minute, second, zone = ''] = match;
  const notes: string[] = [];
  if (day.length === 1) notes.push('The day has one digit. RFC 7231 requires two.');
  let offset = 0;
  if (zone !== 'GMT') {
    notes.push(`The time zone is ${zone}. RFC 7231 requires GMT.`);
    offset =
      (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))) * 60_000 * (zone.startsWith('-') ? -1 : 1);
  }
  return { weekday, ...numbers(year, month, day, hour, minute, second), offset, notes };
}

function rfc850(text: string, now: number): Fields | null {
  const match = /^([A-Z][a-z]{5,8}), (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/.exec(text);
  if (!match) return null;
  const [, weekday = '', day, month = '', short, hour, minute, second] = match;
  const present = new Date(now).getUTCFullYear();
  let year = Math.floor(present / 100) * 100 + Number(short);
  // RFC 7231: more than 50 years in the future means the most recent past year with the same last two digits.
  if (year > present + 50) year -= 100;
  return {
    weekday,
    ...numbers(String(year), month, day, hour, minute, second),
    offset: 0,
    notes: ['The date has the obsolete RFC 850 format.'],
  };
}

function asctime(text: string): Fields | null {
  const match = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/.exec(text);
  if (!match) return null;
  const [, weekday = '', month = '', day, hour, minute, second, year] = match;
  return {
    weekday,
    ...numbers(year, month, day, hour, minute, second),
    offset: 0,
    notes: ['The date has the obsolete asctime format.'],
  };
}

function numbers(
  year?: string,
  month?: string,
  day?: string,
  hour?: string,
  minute?: string,
  second?: string,
) {
  return {
    year: Number(year),
    month: MONTHS.indexOf(month ?? ''),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  };
}
