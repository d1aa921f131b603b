/** Notices a page that gives this process work without end. It also runs the bank and all listeners. */
import type { WebContents } from 'electron';

/**
 * What one document may do. Each costs this process, even if it is refused. The bank's pages have no frames, ask for no permissions
 * and write nothing to the console, as Chromium does for each window that they are refused. Each navigation brings the next
 * document; a person may press a button several times until it is there.
 */
const MOST = {
  frames: 10,
  entries: 10,
  titles: 10,
  navigations: 30,
  messages: 100,
  permissions: 100,
} as const;
type Restless = keyof typeof MOST;

const counters = new WeakMap<WebContents, (what: Restless) => void>();

/** @param found called once for a document, with what there was too much of */
export function onRestless(page: WebContents, found: (what: Restless, most: number) => void): void {
  let done = new Map<Restless, number>();
  const count = (what: Restless) => {
    const times = (done.get(what) ?? 0) + 1;
    done.set(what, times);
    if (times === MOST[what] + 1) found(what, MOST[what]);
  };
  counters.set(page, count);
  page.on('did-navigate', () => {
    done = new Map();
  });
  page.on('frame-created', (_event, { frame }) => {
    // Null if it is gone again. The page itself is a frame, too.
    if (frame?.parent !== null) count('frames');
  });
  page.on('did-navigate-in-page', () => count('entries'));
  page.on('page-title-updated', () => count('titles'));
  page.on('will-frame-navigate', () => count('navigations'));
  page.on('console-message', () => count('messages'));
}

/** Notes that a page has looked up or asked for a permission, of which only its session hears. @returns false: it is denied */
export function denyPermission(page: WebContents | null): false {
  if (page !== null) counters.get(page)?.('permissions');
  return false;
}
