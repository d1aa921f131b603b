/** Days of certificates, which have their times in UTC: the same day wherever the window, the server and the bank are. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** `20 Nov 2026`, beside one that names the zone. @param at milliseconds since 1970 */
export function utcDay(at: number): string {
  return DAY.format(at);
}

/** `20 Nov 2026 UTC`. @param at milliseconds since 1970 */
export function certificateDay(at: number): string {
  return `${utcDay(at)} UTC`;
}
