/** Limits of reads without the PSU: four in any 24 hours per account and TPP (LIM-1), and only after an online read (LIM-2). */
import { DAY, HOUR } from '../../shared/time.ts';

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

/** How long an online read by the PSU lets a TPP read the transactions alone (LIM-2). */
export const ONLINE_DAYS = 180;

/** Whether the PSU has read an account online recently enough. @param lastOnline bank time, in milliseconds; null for never */
export function isReadOnline(lastOnline: number | null, now: number): boolean {
  return lastOnline !== null && now - lastOnline <= ONLINE_DAYS * DAY;
}

/**
 * Whether a page with an offset above 0 belongs to a call that has been counted: its listing was begun at offset 0 within the
 * last hour, and the page has not been read since (LIM-2).
 * @param begunAt bank time, in milliseconds; null if the listing was never begun
 */
export function isFurtherPage(begunAt: number | null, isRead: boolean, now: number): boolean {
  return begunAt !== null && now - begunAt <= HOUR && !isRead;
}
