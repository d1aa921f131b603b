/** Times of this machine, which always say their zone: the bank's are those of Oslo. */
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'long' });
const TIME_OF_TODAY = new Intl.DateTimeFormat('en-GB', { timeStyle: 'long' });

/** With its date. @param at milliseconds since 1970 */
export function machineTime(at: number): string {
  return TIME.format(at);
}

/** The time alone if it is today's. @param at milliseconds since 1970 */
export function machineTimeOfToday(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? TIME_OF_TODAY : TIME).format(at);
}
