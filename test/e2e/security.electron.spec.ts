/**
 * Attacks on the desktop host, each refused. The two tables are what a page could try in the window and in the PSU's view; each
 * row fails when its protection is removed (`npm run security:protections`), and docs/security.md names it.
 */
import { setTimeout } from 'node:timers/promises';
import { goTo, openFirstDoor, openPsuPage } from './steps.ts';
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
    await app.evaluate(({ session }) =>
      session.fromPartition('psu').webRequest.onHeadersReceived(({ responseHeaders = {} }, decide) =>
        decide({
          responseHeaders: Object.fromEntries(
            Object.entries(responseHeaders).filter(([name]) => !/^content-security/i.test(name)),
          ),
        }),
      ),
    );
    await openFirstDoor(workbench.page);
    const page = await openPsuPage(workbench);
    await refusesAll({ page, app, canary }, psuAttacks);
    expect(canary.visits()).toEqual([]);
    await workbench.page.getByRole('button', { name: 'Close page' }).click();
    await expect(workbench.page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  } finally {
    canary.stop();
  }
});

/** Milliseconds for one attack. One whose protection is gone may have no result. */
const PATIENCE = 3000;

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

test("the PSU's page is hidden by another view and comes back", async ({ workbench }) => {
  const { page, electron } = workbench;
  const width = () =>
    electron?.evaluate(
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
