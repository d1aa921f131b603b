/**
 * The PSU's page, embedded or in its own window: separate session, no preload, restricted to the bank's origin, certificate
 * pinned to the bank's CA.
 */
import { X509Certificate } from 'node:crypto';
import {
  BaseWindow,
  type BrowserWindow,
  session,
  type Session,
  type WebContents,
  WebContentsView,
} from 'electron';
import { HostError } from '../../shared/contract/envelope.ts';
import { commandOfKey } from '../../shared/contract/window-commands.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { PsuView } from '../core/host-port.ts';
import { allowOnly, SAFE_PAGE } from './page-security.ts';
import { sendCommand } from './ipc-gate.ts';
import { otherScreen } from './presenter-window.ts';
import { askingWindow, idOf } from './window-registry.ts';

const t = texts.core.psuView;

/** In memory only: no PSU data outlives the application. */
const PARTITION = 'psu';

/** Pixels, if it has its own window. */
const SIZE = { width: 640, height: 900 };

/** The PSU's page, and the window of the workbench that it belongs to. */
interface OpenPage {
  view: WebContentsView;
  home: BrowserWindow;
  /** Its own window; null if it is embedded. */
  own: BaseWindow | null;
  returnTo: string;
  isBack: boolean;
}

/** Each window of the workbench has at most one PSU page. */
export function electronPsuView(): PsuView {
  const pages = new Map<BrowserWindow, OpenPage>();

  const close = (page: OpenPage | undefined) => {
    if (page === undefined) return;
    const { view, home, own } = page;
    pages.delete(home);
    if (!home.isDestroyed()) {
      if (own === null) home.contentView.removeChildView(view);
      home.webContents.focus();
    }
    // Contrary to Electron's types, this is undefined after a page has closed itself.
    const contents: WebContents | undefined = view.webContents;
    contents?.close();
    if (own !== null && !own.isDestroyed()) own.close();
  };
  const pageOf = (window: BrowserWindow | null) => (window === null ? undefined : pages.get(window));
  const requested = (contentsId: number | undefined, url: string) => {
    for (const page of pages.values())
      if (page.view.webContents.id === contentsId && url.startsWith(page.returnTo)) page.isBack = true;
  };

  return {
    open: async (url, ca, returnTo, where) => {
      const home = askingWindow();
      if (home === null) return;
      close(pages.get(home));
      const psuSession = session.fromPartition(PARTITION);
      const origins = new Set([new URL(url).origin, new URL(returnTo).origin]);
      confine(psuSession, ca, origins, requested);
      const view = new WebContentsView({ webPreferences: { ...SAFE_PAGE, session: psuSession } });
      const { webContents } = view;
      const page: OpenPage = { view, home, own: null, returnTo, isBack: false };
      const closeThis = () => pages.get(home) === page && close(page);
      // Not `blob:`, whose origin is that of its page.
      const isBanks = ({ protocol, origin }: URL) => protocol.startsWith('http') && origins.has(origin);
      allowOnly(webContents, isBanks);
      // `about:blank` loads without permission.
      webContents.on('did-navigate', (_event, shown) => {
        if (!isBanks(new URL(shown))) closeThis();
      });
      webContents.on('render-process-gone', closeThis);
      home.once('closed', closeThis);
      pages.set(home, page);
      if (where === 'window') page.own = ownWindow(home, view, url, closeThis);
      else {
        handOverKeys(webContents, home);
        home.contentView.addChildView(view);
      }
      try {
        await webContents.loadURL(url);
      } catch (error) {
        closeThis();
        const reason = error instanceof Error ? error.message : String(error);
        throw new HostError('network', t.cannotOpen(reason));
      }
      webContents.focus();
    },
    place: (box) => {
      const page = pageOf(askingWindow());
      if (page === undefined || page.own !== null) return;
      // The renderer measures in CSS pixels, which depend on the zoom.
      const zoom = page.home.webContents.getZoomFactor();
      page.view.setBounds({
        x: Math.round(box.x * zoom),
        y: Math.round(box.y * zoom),
        width: Math.round(box.width * zoom),
        height: Math.round(box.height * zoom),
      });
    },
    close: () => close(pageOf(askingWindow())),
    closeReturned: () => {
      const page = [...pages.values()].find(({ isBack }) => isBack);
      close(page);
      return page === undefined ? null : idOf(page.home);
    },
  };
}

/** The workbench's keys also work in the bank's page. Its scripts cannot press them. */
function handOverKeys(page: WebContents, window: BrowserWindow): void {
  page.on('before-input-event', (event, { type, key, control, meta, shift, alt }) => {
    if (type !== 'keyDown') return;
    const pressed = { key, ctrl: control, meta, shift, alt, typing: true };
    const command = commandOfKey(pressed, 'electron', process.platform);
    // Enter is for the form of the bank's page.
    page.setIgnoreMenuShortcuts(command === 'send');
    if (command === null || command === 'send') return;
    event.preventDefault();
    sendCommand(window, command);
  });
}

/** @param closed called when the user closes it, or the window of the workbench */
function ownWindow(main: BrowserWindow, page: WebContentsView, url: string, closed: () => void): BaseWindow {
  const { hasOwn, ...box } = otherScreen(main, SIZE);
  const window = new BaseWindow({
    ...box,
    autoHideMenuBar: true,
    minWidth: 420,
    minHeight: 480,
    title: t.title(new URL(url).origin),
  });
  window.contentView.addChildView(page);
  const fill = () => {
    const [width = 0, height = 0] = window.getContentSize();
    page.setBounds({ x: 0, y: 0, width, height });
  };
  fill();
  window.on('resize', fill);
  const end = () => window.close();
  main.once('closed', end);
  window.on('closed', () => {
    main.off('closed', end);
    closed();
  });
  if (hasOwn) window.maximize();
  return window;
}

/** @param requested called before a page navigates */
function confine(
  psuSession: Session,
  ca: string,
  origins: ReadonlySet<string>,
  requested: (contentsId: number | undefined, url: string) => void,
): void {
  const authority = new X509Certificate(ca);
  psuSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  psuSession.setPermissionCheckHandler(() => false);
  psuSession.setCertificateVerifyProc(({ certificate, hostname }, decide) => {
    decide(isIssuedBy(authority, certificate.data, hostname) ? 0 : -2);
  });
  psuSession.webRequest.onBeforeRequest((details, decide) => {
    if (details.resourceType === 'mainFrame') requested(details.webContentsId, details.url);
    decide({ cancel: !URL.canParse(details.url) || !origins.has(new URL(details.url).origin) });
  });
  psuSession.webRequest.onHeadersReceived(({ responseHeaders = {} }, decide) => {
    decide({ responseHeaders: withSandbox(responseHeaders) });
  });
}

/** Never throws: the bank's certificate may be anything. */
function isIssuedBy(authority: X509Certificate, pem: string, hostname: string): boolean {
  try {
    const leaf = new X509Certificate(pem);
    return (
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      leaf.checkHost(hostname) !== undefined
    );
  } catch {
    return false;
  }
}

const POLICY = 'content-security-policy';
/** No dialogs (which would block the window), printing, windows, downloads or pointer lock. */
const SANDBOX = 'sandbox allow-forms allow-same-origin allow-scripts';

/** Adds our policy to the bank's. @param headers name to values */
function withSandbox(headers: Record<string, string[]>): Record<string, string[]> {
  const isPolicy = ([name]: [string, string[]]) => name.toLowerCase() === POLICY;
  const all = Object.entries(headers);
  const own = all.filter(isPolicy).flatMap(([, values]) => values);
  return { ...Object.fromEntries(all.filter((one) => !isPolicy(one))), [POLICY]: [...own, SANDBOX] };
}
