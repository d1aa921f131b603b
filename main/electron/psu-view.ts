/**
 * The PSU's page in an embedded view: its own session, no preload, restricted to the bank's origin, certificate pinned
 * to the bank's CA.
 */
import { X509Certificate } from 'node:crypto';
import { type BrowserWindow, session, type Session, WebContentsView } from 'electron';
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { PsuView } from '../core/host-port.ts';
import { allowOnly } from './navigation.ts';
import { SAFE_PAGE } from './safe-page.ts';

const t = texts.core.psuView;

/** In memory only: no PSU data outlives the application. */
const PARTITION = 'psu';

export function electronPsuView(mainWindow: () => BrowserWindow | null): PsuView {
  let view: WebContentsView | null = null;
  let home: BrowserWindow | null = null;

  const close = () => {
    if (view && home && !home.isDestroyed()) {
      home.contentView.removeChildView(view);
      home.webContents.focus();
    }
    view?.webContents.close();
    view = null;
    home = null;
  };

  return {
    open: async (url, ca, returnTo) => {
      const window = mainWindow();
      if (window === null) return;
      close();
      const psuSession = session.fromPartition(PARTITION);
      const origins = new Set([new URL(url).origin, new URL(returnTo).origin]);
      confine(psuSession, ca, origins);
      const opened = new WebContentsView({
        webPreferences: {
          ...SAFE_PAGE,
          session: psuSession,
          // They block the whole window.
          disableDialogs: true,
        },
      });
      allowOnly(opened.webContents, (target) => origins.has(target.origin));
      view = opened;
      home = window;
      window.contentView.addChildView(opened);
      try {
        await opened.webContents.loadURL(url);
      } catch (error) {
        close();
        const reason = error instanceof Error ? error.message : String(error);
        throw new HostError('network', t.cannotOpen(reason));
      }
      opened.webContents.focus();
    },
    place: (box) => {
      if (!view || !home) return;
      // The renderer measures in CSS pixels, which depend on the zoom factor.
      const zoom = home.webContents.getZoomFactor();
      view.setBounds({
        x: Math.round(box.x * zoom),
        y: Math.round(box.y * zoom),
        width: Math.round(box.width * zoom),
        height: Math.round(box.height * zoom),
      });
    },
    close,
  };
}

function confine(psuSession: Session, ca: string, origins: ReadonlySet<string>): void {
  const authority = new X509Certificate(ca);
  psuSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  psuSession.setPermissionCheckHandler(() => false);
  psuSession.setCertificateVerifyProc((request, decide) => {
    const leaf = new X509Certificate(request.certificate.data);
    const genuine =
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      leaf.checkHost(request.hostname) !== undefined;
    decide(genuine ? 0 : -2);
  });
  psuSession.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !URL.canParse(details.url) || !origins.has(new URL(details.url).origin) });
  });
}
