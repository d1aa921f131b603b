/** Restricts pages: navigation, windows, permissions, requests, downloads, and Chromium's own network access. */
import type { App, Session, WebContents, WebPreferences } from 'electron';
import { APP_ORIGIN } from './protocol.ts';

/** Preferences of every page. Most are Electron's defaults, written out so that a changed default has no effect. */
export const SAFE_PAGE = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
} satisfies WebPreferences;

/** Matches every request that leaves the program. The window needs only `app:`. */
const OUTSIDE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'];

/** Denies everything to every page; `psu-view.ts` then allows what the PSU's page needs. Call before the app is ready. */
export function restrictPages(app: App): void {
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

/** The only permission of our own page: writing text to the clipboard on a button press. */
function isCopying(permission: string, address: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOurs(address);
}

/** Addresses allowed to pages other than our own. All others must stay on our origin. */
const exceptions = new WeakMap<WebContents, (url: URL) => boolean>();

export function allowOnly(contents: WebContents, allowed: (url: URL) => boolean): void {
  exceptions.set(contents, allowed);
}

/** Covers the page, its frames and its redirects. */
function confineNavigation(contents: WebContents): void {
  const check = (event: { preventDefault: () => void; url: string }) => {
    const allowed = exceptions.get(contents);
    const may = allowed ? URL.canParse(event.url) && allowed(new URL(event.url)) : isOurs(event.url);
    if (!may) event.preventDefault();
  };
  // Fires before `will-navigate`, which covers only the top frame.
  contents.on('will-frame-navigate', check);
  contents.on('will-redirect', check);
}

/**
 * Switches that keep Chromium off the network. The window is served from files and the PSU's page from this machine; the user's
 * requests leave from Node.js.
 */
const SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  // Only names of this machine resolve, without a lookup.
  [
    'host-resolver-rules',
    ['MAP * ~NOTFOUND', ...['localhost', '127.0.0.1', '[::1]'].map((host) => `EXCLUDE ${host}`)].join(),
  ],
  // A proxy would see local traffic, and proxy discovery asks the network.
  ['no-proxy-server'],
  // Field trials, safe browsing, certificate revocation lists and other services.
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['dns-prefetch-disable'],
  ['no-pings'],
];

/** Call before the app is ready. */
export function disableChromiumTraffic(app: App): void {
  for (const [name, value] of SWITCHES) app.commandLine.appendSwitch(name, value);
  // The spell checker fetches its dictionaries from a public host.
  app.on('session-created', (session) => session.setSpellCheckerEnabled(false));
  // WebRTC bypasses `webRequest`, and reveals the addresses of this machine to a page.
  app.on('web-contents-created', (_event, contents) =>
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
  );
}
