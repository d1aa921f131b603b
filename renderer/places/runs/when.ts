/** When a run began, as the lists show it. */
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

/** @param at milliseconds since 1970 */
export function whenOf(at: number): string {
  return TIME.format(at);
}
