/** This window among those of the workbench, and the windows that it opens. */
import { host } from '../host.ts';

/** Its id in the desktop, where each window has its own tabs. Null in a browser, where every window shows all tabs. */
export const OWN_WINDOW = new URLSearchParams(window.location.search).get('window');

/** Identifies this window, also in a browser, until it is closed or reloaded. */
export const THIS_WINDOW = OWN_WINDOW ?? crypto.randomUUID();

/** Opens a browser tab without access to this page. @param tab null in the desktop, where the host opens it */
export function openTab(tab: string | null): void {
  if (tab !== null) window.open(tab, '_blank', 'noopener,noreferrer');
}

/** Opens another window of the workbench; in a browser, another tab. */
export async function openWindow(): Promise<void> {
  openTab((await host.call('app.openWindow', {})).tab);
}
