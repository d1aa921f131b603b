/** Which redirects the window shows: pure, so that it can be tested without a window. */
import type { Return } from '../../shared/contract/status.ts';

/**
 * Whether a redirect is about what the window waits for. What another environment's bank says must not close the page that is open;
 * the sessions of that environment show it. Neither does a PSU who comes back to another window, or from another authorisation.
 * @param waiting the scaRedirect whose page is open, or null, and the environment that it belongs to
 * @param own the id of this window, or null
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

/** A tab that has led a PSU to the bank, and when it has shown the return, in milliseconds. */
export interface LedToBank {
  tab: string;
  returned: number | null;
}

/**
 * The tab that shows a return of which nobody knows the authorisation: the latest that waits, or that has just shown this very return.
 * @param tabs in the order in which they led to the bank @param at of the return, milliseconds
 */
export function latestFor(tabs: readonly LedToBank[], at: number): string | null {
  const waits = tabs.findLast(({ returned }) => returned === null || returned === at);
  return (waits ?? tabs.at(-1))?.tab ?? null;
}
