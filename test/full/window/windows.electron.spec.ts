/** Several windows of the desktop: each with its own tabs, place and PSU; what they work with is the same. */
import type { ElectronApplication, Page } from '@playwright/test';
import type { BrowserWindow } from 'electron';
import { expect, launchElectron, test, type Workbench } from '../../window/fixtures.ts';
import { body, chooseOperation, goTo, send, setPassphrase, unlock } from '../../window/steps.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open requests' }).getByRole('listitem');
const idOf = (page: Page) => new URL(page.url()).searchParams.get('window') ?? '';

function appOf({ electron }: Workbench): ElectronApplication {
  if (electron === null) throw new Error('This test needs Electron.');
  return electron;
}

/** Opens another window by the menu. */
async function another(app: ElectronApplication): Promise<Page> {
  const [page] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
      file?.submenu?.items.find(({ label }) => label === 'New window')?.click();
    }),
  ]);
  return page;
}

test('two windows keep their own tabs and places over a restart; one that is closed leaves its requests to the other', async ({
  dataFolder,
}) => {
  const first = await launchElectron(dataFolder);
  const one = await first.firstWindow();
  await goTo(one, 'Requests');
  await chooseOperation(one, 'Create payment');
  await body(one).fill('{ "in": "the first" }');
  const two = await another(first);
  await goTo(two, 'Requests');
  await expect(tabs(two)).toHaveText([/List accounts/]);
  await chooseOperation(two, 'Create payment');
  await body(two).fill('{ "in": "the second" }');
  await chooseOperation(two, 'Ask for consent');
  await send(two, '201 Created');
  // What both work with is the same, and both say so at once.
  await goTo(two, 'Settings');
  await two.getByText('Dark', { exact: true }).click();
  await expect(one.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(tabs(one)).toHaveText([/Create payment/]);
  const box = { x: 30, y: 40, width: 1100, height: 740 };
  await (
    await first.browserWindow(two)
  ).evaluate((window: BrowserWindow, bounds) => window.setBounds(bounds), box);
  const [was, second] = [idOf(one), idOf(two)];
  await first.close();

  const again = await launchElectron(dataFolder);
  await expect.poll(() => again.windows().length).toBe(2);
  const of = (id: string) => again.windows().find((page) => idOf(page) === id);
  await expect.poll(() => [of(was), of(second)].includes(undefined)).toBe(false);
  const [left, right] = [of(was), of(second)];
  if (left === undefined || right === undefined) throw new Error('Both windows are open.');
  await goTo(left, 'Requests');
  await goTo(right, 'Requests');
  await expect(body(left)).toHaveText('{ "in": "the first" }');
  await expect(tabs(left)).toHaveText([/Create payment/]);
  await expect(tabs(right)).toHaveText([/Create payment/, /Ask for consent/]);
  await expect(right.getByRole('heading', { name: '201 Created' })).toBeVisible();
  const its = await again.browserWindow(right);
  expect(await its.evaluate((window: BrowserWindow) => window.getBounds())).toEqual(box);

  await right.getByRole('button', { name: 'New tab' }).click();
  await expect(tabs(right)).toHaveCount(3);
  await tabs(right)
    .getByRole('button', { name: /Create payment/ })
    .first()
    .click();
  await body(right).fill('{ "typed": "last" }');
  await its.evaluate((window: BrowserWindow) => window.close());
  await expect(left.getByText('The 2 requests of the closed window are now open in this one.')).toBeVisible();
  // The empty tab has gone; the one in front stays there.
  await expect(tabs(left)).toHaveText([/Create payment/, /Create payment/, /Ask for consent/]);
  await expect(body(left)).toHaveText('{ "in": "the first" }');
  await left.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(body(left)).toHaveText('{ "typed": "last" }');
  await again.close();

  const last = await launchElectron(dataFolder);
  const only = await last.firstWindow();
  await goTo(only, 'Requests');
  await expect(tabs(only)).toHaveCount(3);
  expect(last.windows()).toHaveLength(1);
  await last.close();
});

test('a PSU comes back to the window that opened the page, a locked vault is locked in both, and the last window in use comes to the front', async ({
  workbench,
}) => {
  const { page: one, psuPage } = workbench;
  const app = appOf(workbench);
  const two = await another(app);
  const banks: Page[] = [];
  for (const page of [one, two]) {
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    const open = page.getByRole('button', { name: "Open the bank's page" });
    banks.push(await psuPage(() => open.click()));
  }
  const [ofOne, ofTwo] = banks;
  if (ofOne === undefined || ofTwo === undefined) throw new Error('Both pages are open.');
  await ofTwo.getByRole('button', { name: 'Continue' }).click();
  await ofTwo.getByRole('button', { name: 'Approve' }).click();
  await expect(two.getByText('SCA succeeded.')).toBeVisible();
  // The other PSU is still at the bank.
  await expect(one.getByRole('region', { name: "The PSU's browser" })).toBeVisible();
  await ofOne.getByRole('button', { name: 'Continue' }).click();
  await ofOne.getByRole('button', { name: 'Approve' }).click();
  await expect(one.getByText('SCA succeeded.')).toBeVisible();

  await goTo(one, 'Settings');
  await one.getByText('Set a passphrase', { exact: true }).click();
  await setPassphrase(one, 'en lang setning');
  await one.getByRole('button', { name: 'Vault unlocked' }).click();
  // One passphrase is enough for what waits in both.
  for (const page of [one, two]) await page.getByRole('button', { name: 'Vault locked' }).click();
  await unlock(two, 'en lang setning');
  await expect(one.getByRole('form', { name: 'Unlock the vault' })).toBeHidden();

  for (const page of [one, two, one]) {
    const window = await app.browserWindow(page);
    await window.evaluate((itself: BrowserWindow) => itself.focus());
    await expect.poll(() => window.evaluate((itself: BrowserWindow) => itself.isFocused())).toBe(true);
  }
  // The other one is hidden first, until the system has noticed: it may still have the focus for a moment.
  const [first, other] = [await app.browserWindow(one), await app.browserWindow(two)];
  await other.evaluate((itself: BrowserWindow) => itself.hide());
  const isInUse = (itself: BrowserWindow) => {
    itself.focus();
    return itself.isFocused();
  };
  await expect.poll(() => first.evaluate(isInUse)).toBe(true);
  await app.evaluate(({ app: program, BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide();
    program.emit('second-instance');
  });
  const shown = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => window.isVisible())
        .map(({ webContents }) => webContents.getURL()),
    );
  await expect.poll(shown).toEqual([expect.stringContaining(idOf(one))]);
});
