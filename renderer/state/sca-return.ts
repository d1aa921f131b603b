/** Which redirects the window shows: pure, so that it can be tested without a window. */
import type { Return } from '../../shared/contract/status.ts';

/**
 * Whether a redirect is about what the window waits for. What another environment's bank says must not close the page that is open;
 * the sessions of that environment show it. Neither does a PSU who comes back to another window.
 * @param waiting the scaRedirect whose page is open, or null, and the environment that it belongs to
 * @param own the id of this window, or null
 */
export function isShown(
  waiting: { open: string | null; environment: string | null },
  { environment, inUse, window }: Pick<Return, 'environment' | 'inUse' | 'window'>,
  own: string | null,
): boolean {
  if (window !== null && window !== own) return false;
  return waiting.open === null ? inUse : waiting.environment === environment;
}
