/** Times in results and reports: always in UTC, and said so. */

/** Such as `2026-12-01 08:00:00 UTC`. @param at milliseconds since 1970 */
export function utcText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The same for programs: `2026-12-01T08:00:00Z`. */
export function utcStamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
