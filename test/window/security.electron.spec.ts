/**
 * Attacks on the desktop host, each refused. The two tables are what a page could try in the window and in the PSU's view; each
 * row fails when its protection is removed (`npm run security:protections`), and docs/security.md names it.
 */
import { setTimeout } from 'node:timers/promises';
import { openFirstDoor, openPsuPage } from './steps.ts';
import { expect, test } from './fixtures.ts';
import { type Attacker, startCanary } from './attacks/attack.ts';
import { psuAttacks } from './attacks/psu.ts';
import { windowAttacks } from './attacks/window.ts';

test('the window refuses every attack on it', async ({ workbench }) => {
  const canary = await startCanary();
  try {
    const { page, electron } = workbench;
    if (!electron) throw new Error('This test needs Electron.');
    await refusesAll({ page, app: electron, canary }, windowAttacks);
    expect(canary.visits()).toEqual([]);
  } finally {
    canary.stop();
  }
});

test("the PSU's view refuses every attack from the bank's page", async ({ workbench }) => {
  const canary = await startCanary();
  try {
    const app = workbench.electron;
    if (!app) throw new Error('This test needs Electron.');
    // The page of a bank that means harm has no policy of its own.
    await app.evaluate(({ session }) => {
      const { webRequest } = session.fromPartition('psu');
      const listen = webRequest.onHeadersReceived.bind(webRequest);
      webRequest.onHeadersReceived = (listener: unknown) =>
        listen((details, decide) => {
          const headers = Object.entries(details.responseHeaders ?? {});
          const responseHeaders = Object.fromEntries(
            headers.filter(([name]) => !/^content-security/i.test(name)),
          );
          (listener as Parameters<typeof listen>[0])?.({ ...details, responseHeaders }, decide);
        });
    });
    await openFirstDoor(workbench.page);
    const page = await openPsuPage(workbench);
    await refusesAll({ page, app, canary }, psuAttacks);
    expect(canary.visits()).toEqual([]);
    // A page that shows nothing of the bank, but not itself either, is closed.
    const views = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.contentView.children.length);
    const before = await views();
    await page.evaluate(() => {
      window.location.href = 'about:blank';
    });
    await expect.poll(views).toBe((before ?? 0) - 1);
    await workbench.page.getByRole('button', { name: 'Close page' }).click();
    await expect(workbench.page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  } finally {
    canary.stop();
  }
});

/** The rows of the tables that depend on the window; the others are about the session, which all windows share. */
const OF_A_WINDOW = /safe preferences|sees|permissions|no new window|another address|IPC gate|webview/;

test("the presenter's window and the PSU's own window refuse the same attacks", async ({ workbench }) => {
  const canary = await startCanary();
  try {
    const { page, electron: app, psuPage } = workbench;
    if (!app) throw new Error('This test needs Electron.');
    await page.getByRole('button', { name: 'Show an SCA flow' }).click();
    const pane = page.getByRole('region', { name: 'Demonstrations' });
    await expect(pane).toContainText('Step 1 of 7');
    const presenter = await psuPage(() => pane.getByRole('button', { name: 'Presenter' }).click());
    await expect(presenter.getByRole('main', { name: 'Presenter' })).toContainText('Step 1 of 7');
    await refusesAll({ page: presenter, app, canary }, ofAWindow(windowAttacks));
    await pane.getByRole('button', { name: /^Go to step 2/ }).click();
    await expect(pane).toContainText('Step 2 of 7');
    await expect(pane.locator('[aria-busy="false"]')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    const psu = await psuPage(() => pane.getByRole('button', { name: 'Approve by hand' }).click());
    await expect(psu.getByLabel('National identity number')).toBeVisible();
    await refusesAll({ page: psu, app, canary }, ofAWindow(psuAttacks));
    expect(canary.visits()).toEqual([]);
  } finally {
    canary.stop();
  }
});

function ofAWindow(attacks: typeof psuAttacks): typeof psuAttacks {
  return attacks.filter(({ title }) => OF_A_WINDOW.test(title));
}

/** Milliseconds for one attack, of which only one whose protection is gone may need all: it may have no result. */
const PATIENCE = 20_000;

const firstLine = (error: unknown) => String(error).split('\n', 1)[0];

/** Each attack in turn, all of them even if one succeeds. */
async function refusesAll(attacker: Attacker, attacks: typeof psuAttacks): Promise<void> {
  const address = attacker.page.url();
  for (const { title, attack, refused } of attacks) {
    const got = await Promise.race([attack(attacker).catch(firstLine), setTimeout(PATIENCE, 'no result')]);
    expect.soft(got, title).toEqual(refused);
    expect(attacker.page.url(), `after: ${title}`).toBe(address);
  }
}
