/** What a move of the bank's clock passes over, in words for a room: weekends, holidays, summer time. */
import { addDays, holidayOf, isBankingDay } from '../norway/banking-days.ts';
import { osloDate } from '../norway/oslo.ts';
import { texts } from '../texts/texts.ts';

const t = texts.demonstrations.clock;

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', timeZoneName: 'longOffset' });

/** Days that are named one by one. */
const MOST_DAYS = 5;

/** Bank time in Oslo: “Mon, 5 Oct 2026, 10:00”. @param ms milliseconds since 1970 */
export const bankTime = (ms: number): string => time.format(ms);

/** Its distance from UTC, such as `GMT+02:00`. */
export function bankZone(ms: number): string {
  return zone.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Nothing for a clock that stands still. @param from milliseconds since 1970 */
export function clockJump(from: number, to: number): string[] {
  if (from === to) return [];
  const [before, after] = [bankZone(from), bankZone(to)];
  const said =
    before === after
      ? t.moved(bankTime(from), bankTime(to), after)
      : t.movedZone(bankTime(from), before, bankTime(to), after);
  return [said, ...passedOver(from, to)];
}

/** What lies between two times: days without a batch, and a change of summer time. @param from milliseconds since 1970 */
export function passedOver(from: number, to: number): string[] {
  if (from >= to) return [];
  const said: string[] = [];
  const closed: string[] = [];
  const last = osloDate(to);
  for (let date = osloDate(from); date <= last && closed.length <= MOST_DAYS; date = addDays(date, 1))
    if (!isBankingDay(date)) closed.push(date);
  if (closed.length > MOST_DAYS) said.push(...holidaysIn(osloDate(from), last));
  else if (closed.length > 0) said.push(t.weekend(closed.map(closedDay).join(', ')));
  const difference = offsetOf(to) - offsetOf(from);
  if (difference > 0) said.push(t.summer);
  if (difference < 0) said.push(t.winter);
  return said;
}

/** Where there are too many days to name, only the holidays. */
function holidaysIn(first: string, last: string): string[] {
  const found: string[] = [];
  for (let date = first; date <= last && found.length <= MOST_DAYS; date = addDays(date, 1))
    if (holidayOf(date) !== null) found.push(closedDay(date));
  const named = found.slice(0, MOST_DAYS).join(', ');
  if (found.length === 0) return [];
  return [found.length > MOST_DAYS ? t.holidaysAndMore(named) : t.holidaysPassed(named)];
}

/** A day without a batch, with the name of the holiday: “Friday 25 December (Christmas Day)”. @param date that is no banking day */
export function closedDay(date: string): string {
  const holiday = holidayOf(date);
  const named = day.format(Date.parse(date));
  return holiday === null ? named : t.holiday(named, t.holidays[holiday]);
}

function offsetOf(ms: number): number {
  return Number(/GMT([+-]\d\d)/.exec(bankZone(ms))?.[1] ?? 0);
}
