/** What a desktop application has: menus, keys, the title, the theme of the system's parts, files that say where they went. */
import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, launchElectron, test } from '../../window/fixtures.ts';
import { goTo, openFirstDoor, openPsuPage, snapshotMenu } from '../../window/steps.ts';
import { appOf, choose } from '../../window/desktop-steps.ts';

const search = (page: Page): Locator => page.getByRole('combobox', { name: 'Search or run a command' });

test("the palette is shown above the PSU's page, and its key works from there", async ({ workbench }) => {
  const { page } = workbench;
  const app = appOf(workbench);
  await openFirstDoor(page);
  const bank = await openPsuPage(workbench);
  const width = () =>
    app.evaluate(({ BrowserWindow }) => {
      const view = BrowserWindow.getAllWindows()[0]?.contentView.children.at(-1);
      return view?.getBounds().width ?? 0;
    });
  await expect.poll(width).toBeGreaterThan(100);
  // The test runner's own keys do not pass the host, where people's keys do.
  await app.evaluate(({ webContents }, address) => {
    const contents = webContents.getAllWebContents().find((one) => one.getURL() === address);
    contents?.sendInputEvent({ type: 'keyDown', keyCode: 'k', modifiers: ['control'] });
  }, bank.url());
  await expect(search(page)).toBeFocused();
  await expect.poll(width).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(width).toBeGreaterThan(100);
});

test('Help › About has the versions of everything, and copies them', async ({ workbench, dataFolder }) => {
  const app = appOf(workbench);
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
  await choose(app, 'Help', 'About TPP Workbench');
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toMatch(/^TPP Workbench \S+\nElectron \d+.*\nChromium \d+/);
  expect(await copied()).toContain(`Data folder ${dataFolder}`);
});

test('the window comes back where it was and as large as it was', async ({ dataFolder }) => {
  const box = { x: 60, y: 70, width: 1130, height: 760 };
  const first = await launchElectron(dataFolder);
  await expect((await first.firstWindow()).getByRole('main')).toBeVisible();
  await first.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    box,
  );
  await first.close();
  const second = await launchElectron(dataFolder);
  await expect((await second.firstWindow()).getByRole('main')).toBeVisible();
  expect(await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toEqual(
    box,
  );
  await second.close();
});

test('a window that was on a larger screen is no larger than the one that is there, as with a projector', async ({
  dataFolder,
}) => {
  const first = await launchElectron(dataFolder);
  await expect((await first.firstWindow()).getByRole('main')).toBeVisible();
  await first.evaluate(({ BrowserWindow, screen }) => {
    const { x, y, width, height } = screen.getPrimaryDisplay().workArea;
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds({ x: x + 10, y: y + 10, width: width + 200, height: height + 100 });
  });
  await first.close();
  const second = await launchElectron(dataFolder);
  await expect((await second.firstWindow()).getByRole('main')).toBeVisible();
  const beyond = await second.evaluate(({ BrowserWindow, screen }) => {
    const room = screen.getPrimaryDisplay().workArea;
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 };
    return {
      right: Math.max(0, bounds.x + bounds.width - room.x - room.width),
      bottom: Math.max(0, bounds.y + bounds.height - room.y - room.height),
    };
  });
  expect(beyond).toEqual({ right: 0, bottom: 0 });
  await second.close();
});

test('a window that filled the screen does so again when it is opened, and has its size from before', async ({
  workbench,
}) => {
  const app = appOf(workbench);
  await expect(workbench.page.getByRole('main')).toBeVisible();
  const box = { x: 40, y: 50, width: 1200, height: 780 };
  const reopened = app.waitForEvent('window');
  await app.evaluate(({ app: program, BrowserWindow }, bounds) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds(bounds);
    // A virtual screen has no window manager, and so no window fills it.
    Object.assign(window ?? {}, { isMaximized: () => true });
    BrowserWindow.prototype.maximize = function maximize(this: Electron.BrowserWindow) {
      Object.assign(globalThis, { maximized: this.getNormalBounds() });
    };
    // As on macOS, where a program goes on without a window.
    program.removeAllListeners('window-all-closed');
    program.once('window-all-closed', () => program.emit('activate'));
    window?.close();
  }, box);
  await expect((await reopened).getByRole('main')).toBeVisible();
  const maximized = () => app.evaluate(() => (globalThis as unknown as { maximized?: object }).maximized);
  await expect.poll(maximized).toEqual(box);
});

test('the dialog for a file to save proposes a name that says what is in it', async ({
  workbench,
  dataFolder,
}) => {
  const { page } = workbench;
  const app = appOf(workbench);
  await app.evaluate(({ session }, folder) => {
    let count = 0;
    session.defaultSession.on('will-download', (_event, item) => {
      item.setSavePath(`${folder}/saved ${++count} ${item.getFilename()}`);
      Object.assign(globalThis, { dialogTitle: item.getSaveDialogOptions().title });
    });
  }, dataFolder);
  // Looked for on the disk: while all work is exported, the main process may collect the answer to a question as garbage.
  const names = () => readdirSync(dataFolder).filter((name) => name.startsWith('saved '));
  await goTo(page, 'Requests');
  await choose(app, 'File', 'Export everything');
  const first = 'saved 1 tpp-workbench-2026-11-24.json';
  await expect.poll(names).toEqual([first]);
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('Kurs: dag 1 / æøå');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await snapshotMenu(page, 'Kurs: dag 1 / æøå', 'Save as file…');
  await expect.poll(names).toEqual([first, 'saved 2 Kurs- dag 1 - æøå.snapshot.json']);
  const title = () => app.evaluate(() => (globalThis as unknown as { dialogTitle: string }).dialogTitle);
  expect(await title()).toBe('Save Kurs- dag 1 - æøå.snapshot.json');
});

test('the list of shortcuts, the menu and the palette name the same commands and keys', async ({
  workbench,
}) => {
  const { page } = workbench;
  const app = appOf(workbench);
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
  await choose(app, 'Help', 'Keyboard shortcuts');
  const help = page.getByRole('dialog', { name: 'Help' });
  const rows = help.getByRole('region', { name: 'Everywhere' }).getByRole('row');
  await expect(rows.first()).toBeVisible();
  const listed = await rows.evaluateAll((all) =>
    all.map((row) => Array.from(row.children, ({ textContent }) => textContent)),
  );
  const inMenu = await app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? [])
      .flatMap(({ submenu }) => submenu?.items ?? [])
      .map(({ label, accelerator }) => [
        label,
        (accelerator ?? '?').replace('CommandOrControl', 'Ctrl').replaceAll('+', ' '),
      ]),
  );
  expect(listed.length).toBeGreaterThan(20);
  expect(inMenu).toEqual(expect.arrayContaining(listed));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  for (const [label = '', keys = ''] of listed) {
    // The palette does not open itself.
    if (keys === 'Ctrl K') continue;
    await search(page).fill(`${label} ${keys}`);
    await expect(page.getByRole('option').first()).toContainText(`${label}${keys}`);
  }
  await page.keyboard.press('Escape');
  await choose(app, 'Help', 'Documentation');
  await expect(help.getByRole('heading', { name: 'For TPP developers' })).toBeVisible();
});
