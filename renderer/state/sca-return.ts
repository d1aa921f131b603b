/** Decides which window shows an SCA redirect. Pure. */
import type { Return } from '../../shared/contract/status.ts';

/**
 * Whether a redirect belongs to the page that this window has open. A redirect from another environment, window or authorisation must
 * not close it.
 * @param waiting the open scaRedirect and its environment
 * @param own id of this window
 */
export function isShown(
  waiting: { open: string | null; environment: string | null },
  { environment, inUse, window, page }: Pick<Return, 'environment' | 'inUse' | 'window' | 'page'>,
  own: string | null,
): boolean {
  if (window !== null && window !== own) return false;
  if (waiting.open === null) return inUse;
  return waiting.environment === environment && (page === null || page === pathOf(waiting.open));
}

const pathOf = (href: string) => URL.parse(href)?.pathname ?? href;

/** A browser tab that has sent a PSU to the bank, and when it showed the return, in milliseconds. */
export interface LedToBank {
  tab: string;
  returned: number | null;
}

/**
 * The tab that shows a return whose authorisation is unknown: the latest that waits, or that has shown this return.
 * @param tabs the oldest first @param at of the return, milliseconds
 */
export function latestFor(tabs: readonly LedToBank[], at: number): string | null {
  const waits = tabs.findLast(({ returned }) => returned === null || returned === at);
  return (waits ?? tabs.at(-1))?.tab ?? null;
}
