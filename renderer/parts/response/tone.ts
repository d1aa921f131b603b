/** The tone in which a status is shown. */

/** @param status HTTP status */
export function toneOf(status: number): 'ok' | 'warn' | 'bad' {
  return status < 300 ? 'ok' : status < 400 ? 'warn' : 'bad';
}
