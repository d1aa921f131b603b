/** The times of a certificate that a server has presented. */

/** Milliseconds since 1970; null for what is no date, which any server may present. @param text as Node writes it */
export function timeOf(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
