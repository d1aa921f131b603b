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

// Keeps Chromium from talking to the network by itself. The window is served from files and the PSU's page
// from this machine, so Chromium may reach this machine only. The requests that a user sends leave from
// Node.js, not from here.

/** Command-line switches of Chromium, with what each prevents. */
const SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  // Whatever in Chromium asks for another machine finds no address, and no name is looked up.
  [
    'host-resolver-rules',
    ['MAP * ~NOTFOUND', ...['localhost', '127.0.0.1', '[::1]'].map((host) => `EXCLUDE ${host}`)].join(),
  ],
  // A proxy would see what is meant for this machine; searching for one asks the network.
  ['no-proxy-server'],
  // Field trials, safe browsing, certificate revocation lists and other services.
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['dns-prefetch-disable'],
  ['no-pings'],
];

/** Must be called before the app is ready. */
export function keepQuiet(app: App): void {
  for (const [name, value] of SWITCHES) app.commandLine.appendSwitch(name, value);
  app.on('session-created', withoutSpellChecker);
  app.on('web-contents-created', (_event, contents) => withoutWebRtc(contents));
}

/** The spell checker fetches its dictionaries from a public host. */
function withoutSpellChecker(session: Session): void {
  session.setSpellCheckerEnabled(false);
}

/** WebRTC sends packets past `webRequest`, and tells a page the addresses of this machine. */
function withoutWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
