/** Attacks on the desktop host, each refused: foreign frames at the IPC gate, navigation, new windows, the PSU's page. */
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo, openFirstDoor, openPsuPage } from './steps.ts';

const PRELOAD = join(import.meta.dirname, '../../dist/preload/preload.cjs');
const REFUSED = {
  ok: false,
  error: { kind: 'refused', message: 'Only the workbench itself may call the workbench.' },
};

function application(electron: ElectronApplication | null): ElectronApplication {
  if (!electron) throw new Error('This test needs Electron.');
  return electron;
}

/** Opens a window with our preload on some page, runs a script in it, and closes it. */
function inWindow(app: ElectronApplication, url: string, script: string): Promise<unknown> {
  return app.evaluate(
    async ({ BrowserWindow }, given) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: given.preload,
          contextIsolation: true,
          sandbox: true,
          nodeIntegrationInSubFrames: true,
        },
      });
      await window.loadURL(given.url);
      const result: unknown = await window.webContents.executeJavaScript(given.script);
      window.destroy();
      return result;
    },
    { url, script, preload: PRELOAD },
  );
}

const CALL = "window.tppHost.invoke('app.status', {})";

test('the IPC gate accepts only the top frame of the workbench', async ({ workbench }) => {
  const app = application(workbench.electron);
  expect(await inWindow(app, 'app://workbench/', CALL)).toMatchObject({ ok: true });
  expect(await inWindow(app, 'data:text/html,<title>foreign</title>', CALL)).toEqual(REFUSED);
  const fromFrame = `new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<p>inside</p>';
    frame.addEventListener('load', () => resolve(frame.contentWindow.tppHost.invoke('app.status', {})));
    document.body.append(frame);
  })`;
  expect(await inWindow(app, 'app://workbench/', fromFrame)).toEqual(REFUSED);
});

test('the page has no Node and a strict policy, and cannot navigate away', async ({ workbench }) => {
  const { page } = workbench;
  const app = application(workbench.electron);
  expect(
    await page.evaluate(() => [
      typeof globalThis.process,
      'require' in globalThis,
      Object.keys(window.tppHost ?? {}).sort(),
    ]),
  ).toEqual(['undefined', false, ['invoke', 'subscribe']]);
  const policy = await page.evaluate(async () =>
    (await fetch('./index.html')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'; script-src 'self'");
  expect(await page.evaluate(() => window.open('https://example.com/') === null)).toBe(true);
  // Copying is its one permission: what a person has on the clipboard is not for the page.
  expect(
    await page.evaluate(() =>
      navigator.clipboard.readText().then(
        () => 'read',
        (error: unknown) => (error instanceof Error ? error.name : ''),
      ),
    ),
  ).toBe('NotAllowedError');
  await page.evaluate(() => {
    window.location.href = 'https://example.com/';
  });
  expect(page.url()).toBe('app://workbench/');
  expect(await page.evaluate(async () => (await fetch('./%2e%2e/main/main.cjs')).status)).toBe(404);
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as
      | { getLastWebPreferences?: () => Record<string, unknown> }
      | undefined;
    return contents?.getLastWebPreferences?.();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
});

test("the PSU's page has no access to the workbench and stays at the bank", async ({ workbench }) => {
  await openFirstDoor(workbench.page);
  const bank = await openPsuPage(workbench);
  const { origin } = new URL(bank.url());
  expect(origin).toMatch(/^https:\/\/localhost:/);
  expect(await bank.evaluate(() => ['tppHost' in window, typeof globalThis.process])).toEqual([
    false,
    'undefined',
  ]);
  await bank.evaluate(() => {
    window.location.href = 'https://example.com/';
  });
  expect(
    await bank.evaluate(() =>
      fetch('https://127.0.0.1:1/').then(
        () => 'sent',
        () => 'refused',
      ),
    ),
  ).toBe('refused');
  expect(new URL(bank.url()).origin).toBe(origin);
  await workbench.page.getByRole('button', { name: 'Close page' }).click();
  await expect(workbench.page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});

test("the PSU's page is hidden by another view and comes back", async ({ workbench }) => {
  const { page } = workbench;
  const app = application(workbench.electron);
  const width = () =>
    app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.contentView.children.at(-1)?.getBounds().width,
    );
  await openFirstDoor(page);
  await openPsuPage(workbench);
  await expect.poll(width).toBeGreaterThan(300);
  await goTo(page, 'History');
  await expect.poll(width).toBe(0);
  await goTo(page, 'Requests');
  await expect.poll(width).toBeGreaterThan(300);
});
