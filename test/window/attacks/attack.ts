/** What the tables of attacks share. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ElectronApplication, Page } from '@playwright/test';

export interface Attacker {
  /** The page under the attacker's control. */
  page: Page;
  app: ElectronApplication;
  canary: Canary;
}

export interface Attack {
  title: string;
  /** @returns what the attacker got */
  attack: (attacker: Attacker) => Promise<unknown>;
  /** What it gets if the protection holds. */
  refused: unknown;
}

/** A server of the attacker on this machine, where the host's resolver rules do not stop anybody. */
export interface Canary {
  url: string;
  /** Paths that were asked for. */
  visits: () => string[];
  stop: () => void;
}

/** `/to?<address>` redirects; everything else may be read by any page. */
export async function startCanary(): Promise<Canary> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    visits.push(path);
    if (path.startsWith('/to?')) response.writeHead(302, { Location: decodeURIComponent(path.slice(4)) });
    else response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' });
    response.end('canary');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    visits: () => visits.splice(0),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Names of the permissions that a page can ask about. */
const PERMISSIONS = [
  'geolocation',
  'notifications',
  'camera',
  'microphone',
  'midi',
  'clipboard-read',
] as const;

/** What the page is told about each permission, without asking anybody. */
export const permissionStates: Attack = {
  title: 'permissions are denied when a page looks them up',
  attack: ({ page }) =>
    page.evaluate(
      (names) =>
        Promise.all(
          names.map(
            async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
          ),
        ),
      [...PERMISSIONS],
    ),
  refused: PERMISSIONS.map(() => 'denied'),
};

/** What happens when the page asks for one. Without a handler Electron grants everything. */
export const permissionRequest: Attack = {
  title: 'permissions are denied when a page asks for them',
  attack: ({ page }) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          navigator.geolocation.getCurrentPosition(
            () => resolve('position'),
            ({ code }) => resolve(code),
          );
        }),
    ),
  // GeolocationPositionError.PERMISSION_DENIED; 2 would be a failed search for the position.
  refused: 1,
};

/** `window.open`, a link and a form for another window. */
export const newWindows: Attack = {
  title: 'no new window opens',
  attack: async ({ page, app, canary }) => {
    const count = () => app.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length);
    const before = await count();
    const opened = await page.evaluate((url) => {
      const form = Object.assign(document.createElement('form'), { action: url, target: '_blank' });
      document.body.append(form);
      form.submit();
      form.remove();
      Object.assign(document.createElement('a'), { href: url, target: '_blank' }).click();
      return ['about:blank', url, 'file:///etc/passwd', 'javascript:1'].map(
        (one) => window.open(one) === null,
      );
    }, canary.url);
    return [...opened, (await count()) - before];
  },
  refused: [true, true, true, true, 0],
};

/**
 * Whether the host prevents the next event of this kind on the page.
 * @param provoke begins once the listener is there
 * @returns its address, if it has one, and whether it was prevented
 */
async function nextEvent(
  { page, app }: Attacker,
  kind: 'will-frame-navigate' | 'will-download',
  provoke: () => Promise<unknown>,
): Promise<unknown> {
  await app.evaluate(
    ({ webContents }, { from, name }) => {
      const contents = webContents.getAllWebContents().find((one) => one.getURL() === from);
      const source = name === 'will-download' ? contents?.session : contents;
      const next = new Promise((resolve) =>
        // Electron's types have one signature for each event.
        (source as NodeJS.EventEmitter | undefined)?.once(
          name,
          (event: { url?: string; defaultPrevented: boolean }) =>
            resolve([event.url, event.defaultPrevented]),
        ),
      );
      Object.assign(globalThis, { next });
    },
    { from: page.url(), name: kind },
  );
  await provoke();
  return app.evaluate(() => (globalThis as unknown as { next: Promise<unknown> }).next);
}

/** Saves something that the page made, which asks no server. */
export const download: Attack = {
  title: 'a page saves no file',
  attack: (attacker) =>
    nextEvent(attacker, 'will-download', () =>
      attacker.page.evaluate(() => {
        const href = URL.createObjectURL(new Blob(['harm']));
        Object.assign(document.createElement('a'), { href, download: 'harm.desktop' }).click();
      }),
    ),
  refused: [undefined, true],
};

/** The same if the page gets so far. */
export const hostDownload: Attack = {
  title: 'the host saves no file for a page',
  attack: (attacker) =>
    nextEvent(attacker, 'will-download', () =>
      attacker.app.evaluate(({ webContents }, from) => {
        webContents
          .getAllWebContents()
          .find((one) => one.getURL() === from)
          ?.downloadURL('data:text/plain,harm');
      }, attacker.page.url()),
    ),
  refused: [undefined, true],
};

const ELSEWHERE = [
  'http://127.0.0.1:9/',
  'https://example.com/',
  'app://workbench.example/',
  'tpp-harm://x/',
];

/** By script, one after the other: a navigation that begins ends the one before it. */
export const navigation: Attack = {
  title: 'the page does not go to another address',
  attack: async (attacker) => {
    const results: unknown[] = [];
    for (const url of ELSEWHERE)
      results.push(
        await nextEvent(attacker, 'will-frame-navigate', () =>
          attacker.page.evaluate((target) => {
            window.location.href = target;
          }, url),
        ),
      );
    return results;
  },
  refused: ELSEWHERE.map((url) => [url, true]),
};

/** Preferences of the page under attack. */
export function preferences({ page, app }: Attacker, names: readonly string[]): Promise<unknown> {
  return app.evaluate(
    ({ webContents }, { url, wanted }) => {
      const contents = webContents.getAllWebContents().find((one) => one.getURL() === url) as
        | { getLastWebPreferences?: () => Record<string, unknown> }
        | undefined;
      const all = contents?.getLastWebPreferences?.() ?? {};
      return Object.fromEntries(wanted.map((name) => [name, all[name]]));
    },
    { url: page.url(), wanted: names },
  );
}

/** Items 2 to 4, 6, 8 to 10 of Electron's list, for every page. */
export const SAFE = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  webviewTag: false,
};
