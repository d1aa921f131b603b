/** Calls without the PSU: at most four in any 24 hours per account and TPP (LIM-1). */
import { DAY } from '../../shared/time.ts';

export const UNATTENDED_CALLS = 4;
export const UNATTENDED_WINDOW = DAY;

/**
 * Whether one more call is allowed.
 * @param earlier bank times (milliseconds) of the successful calls in the last 24 hours, oldest first
 * @returns 0, or the whole seconds after which a call is allowed again
 */
export function unattendedWait(earlier: readonly number[], now: number): number {
  const inWindow = earlier.filter((at) => now - at < UNATTENDED_WINDOW);
  if (inWindow.length < UNATTENDED_CALLS) return 0;
  const frees = inWindow[inWindow.length - UNATTENDED_CALLS] ?? now;
  return Math.ceil((frees + UNATTENDED_WINDOW - now) / 1000);
}
