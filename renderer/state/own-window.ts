/** This window among those of the workbench. */
import { host } from '../host.ts';

/** Its id in the desktop, where each window has tabs of its own. Null in a browser, where each shows those of all. */
export const OWN_WINDOW = new URLSearchParams(window.location.search).get('window');

/** Tells this window from the others, also in a browser, until it is closed or loaded again. */
export const THIS_WINDOW = OWN_WINDOW ?? crypto.randomUUID();

/** Opens another window of the workbench; in a browser, another tab. */
export async function openWindow(): Promise<void> {
  const { tab } = await host.call('app.openWindow', {});
  if (tab !== null) window.open(tab, '_blank', 'noopener,noreferrer');
}
