/** Times of this machine, in its zone, which is always named. Times by the bank's clock are in bank-time.ts. */
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'long' });
const TIME_OF_TODAY = new Intl.DateTimeFormat('en-GB', { timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const ZONED = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZoneName: 'short' });

/** With its date. @param at milliseconds since 1970 */
export function machineTime(at: number): string {
  return TIME.format(at);
}

/** The time alone if it is today's. @param at milliseconds since 1970 */
export function machineTimeOfToday(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? TIME_OF_TODAY : TIME).format(at);
}

/** `Fri, 20 Nov 2026`, beside {@link machineZone}. @param at milliseconds since 1970 */
export function machineDay(at: number): string {
  return DAY.format(at);
}

/** `10:42:07`, beside {@link machineZone}. @param at milliseconds since 1970 */
export function machineClock(at: number): string {
  return CLOCK.format(at);
}

/** `GMT-5`. @param at milliseconds since 1970 */
export function machineZone(at: number): string {
  return ZONED.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
