/** What no page may do: navigate away, open windows, attach webviews, request permissions. */
import { type App, session, type WebContents } from 'electron';
import { APP_ORIGIN } from './protocol.ts';

/** @param app before the first window is created; applies to every page that does not have its own rule */
export function denyEverythingForeign(app: App): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isCopying(permission, requestingUrl)),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    isCopying(permission, origin),
  );
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    if (contents.session === session.defaultSession)
      allowOnly(contents, (url) => url.origin === APP_ORIGIN || url.href.startsWith(`${APP_ORIGIN}/`));
  });
}

/** The only permission that our own page has: writing text to the clipboard when a button is pressed. */
function isCopying(permission: string, url: string): boolean {
  return (
    permission === 'clipboard-sanitized-write' && (url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`))
  );
}

/** Restricts a page, its frames and its redirects to the allowed addresses. */
export function allowOnly(contents: WebContents, allowed: (url: URL) => boolean): void {
  const check = (event: { preventDefault: () => void }, url: string) => {
    if (!URL.canParse(url) || !allowed(new URL(url))) event.preventDefault();
  };
  contents.on('will-navigate', (event) => check(event, event.url));
  contents.on('will-frame-navigate', (event) => check(event, event.url));
  contents.on('will-redirect', (event) => check(event, event.url));
}
