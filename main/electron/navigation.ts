/** What no page may do: leave, open windows, attach webviews, ask for permissions, load from elsewhere, save files. */
import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN } from './protocol.ts';

/** Everything that leaves this program. The window needs only `app:`. */
const OUTSIDE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];

/**
 * Denies everything to every page of every session. The PSU's page then gets what it needs in `psu-view.ts`.
 * @param app before it is ready
 */
export function denyEverythingForeign(app: App): void {
  app.on('session-created', denySession);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    confineNavigation(contents);
  });
  // Otherwise Electron shows the first certificate in the operating system's store to any server that asks.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}

function denySession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isCopying(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isCopying(permission, origin));
  session.webRequest.onBeforeRequest({ urls: OUTSIDE }, (_details, decide) => decide({ cancel: true }));
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`${APP_ORIGIN}/download/`)) event.preventDefault();
  });
}

function isOurs(address: string): boolean {
  return address === APP_ORIGIN || address.startsWith(`${APP_ORIGIN}/`);
}

/** The only permission that our own page has: writing text to the clipboard when a button is pressed. */
function isCopying(permission: string, address: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOurs(address);
}

/** Where pages that are not our own may go. All others stay with us. */
const exceptions = new WeakMap<WebContents, (url: URL) => boolean>();

/** Allows a page other addresses than our own, and only these. */
export function allowOnly(contents: WebContents, allowed: (url: URL) => boolean): void {
  exceptions.set(contents, allowed);
}

/** Covers a page, its frames and its redirects. */
function confineNavigation(contents: WebContents): void {
  const check = (event: { preventDefault: () => void; url: string }) => {
    const allowed = exceptions.get(contents);
    const may = allowed ? URL.canParse(event.url) && allowed(new URL(event.url)) : isOurs(event.url);
    if (!may) event.preventDefault();
  };
  // Comes before `will-navigate`, which is for the top frame only.
  contents.on('will-frame-navigate', check);
  contents.on('will-redirect', check);
}
