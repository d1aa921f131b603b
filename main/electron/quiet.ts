/**
 * Keeps Chromium from talking to the network by itself. The window is served from files and the PSU's page from this
 * machine, so Chromium may reach this machine only. The requests that a user sends leave from Node.js, not from here.
 */
import type { App, Session, WebContents } from 'electron';

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
