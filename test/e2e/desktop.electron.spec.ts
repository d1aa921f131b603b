/** What a desktop application has: menus, keys, the title, the theme of the system's parts, files that say where they went. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect, launchElectron, test, type Workbench } from './fixtures.ts';
import { chooseOperation, goTo, openFirstDoor, openPsuPage } from './steps.ts';

function appOf({ electron }: Workbench): ElectronApplication {
  if (electron === null) throw new Error('This test needs Electron.');
  return electron;
}

/** Chooses an item of the menu bar as a person does. */
async function choose(app: ElectronApplication, menu: string, item: string): Promise<void> {
  const chosen = app.evaluate(
    ({ BrowserWindow, Menu }, names) => {
      const of = Menu.getApplicationMenu()?.items.find(({ label }) => label === names.menu);
      const one = of?.submenu?.items.find(({ label }) => label === names.item);
      one?.click(undefined, BrowserWindow.getAllWindows()[0]);
    },
    { menu, item },
  );
  await chosen.catch((error: unknown) => {
    // A collection of garbage at this moment may take the promise that the test runner waits for; the item has been chosen by then.
    if (!String(error).includes('promise was garbage collected')) throw error;
  });
}

const tabs = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Open requests' }).getByRole('listitem');
const search = (page: Page): Locator => page.getByRole('combobox', { name: 'Search or run a command' });

test('the menus and their keys open, switch, find and close; Ctrl W closes a tab, and the title says what is open', async ({
  workbench,
}) => {
  const { page } = workbench;
  const app = appOf(workbench);
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await expect(page).toHaveTitle('Ask for consent · Local bank – TPP Workbench');
  await choose(app, 'File', 'New request');
  await expect(tabs(page)).toHaveCount(2);
  await page.keyboard.press('Control+t');
  await expect(tabs(page)).toHaveCount(3);
  await page.keyboard.press('Control+w');
  await expect(tabs(page)).toHaveCount(2);
  await page.keyboard.press('Control+Tab');
  await expect(page).toHaveTitle(/^Ask for consent/);
  await page.keyboard.press('Control+Shift+Tab');
  await expect(page).not.toHaveTitle(/^Ask for consent/);
  await choose(app, 'View', 'Previous tab');
  await page.keyboard.press('Control+w');
  await expect(tabs(page)).toHaveCount(1);
  await page.keyboard.press('Control+Shift+t');
  await expect(page).toHaveTitle(/^Ask for consent/);
  // The tabs, and what is in the one that is shown.
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  await expect(page.getByRole('region', { name: 'Request', exact: true })).toBeFocused();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Filter operations and collections' })).toBeFocused();
  await choose(app, 'File', 'Save request');
  await expect(page.getByRole('form', { name: 'Save request' })).toBeVisible();
  await page.keyboard.press('Control+p');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await choose(app, 'View', 'History');
  await expect(page).toHaveTitle('History · Local bank – TPP Workbench');
  await choose(app, 'Help', 'Licences');
  // A native module beside the bundles, one in the host's bundle, and one that npm takes for a tool of development.
  for (const name of ['better-sqlite3', 'undici', '@codemirror/state'])
    await expect(page.getByText(new RegExp(`${name} \\d`)).first()).toBeVisible();
});

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

test('menus follow the theme, the right button copies and pastes, and a saved file says where it went', async ({
  workbench,
  dataFolder,
}) => {
  const { page } = workbench;
  const app = appOf(workbench);
  await goTo(page, 'Settings');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');

  await app.evaluate(({ Menu }) => {
    Menu.prototype.popup = function popup(this: Electron.Menu) {
      Object.assign(globalThis, { offered: this.items.map(({ role }) => String(role).toLowerCase()) });
    };
  });
  const offered = () => app.evaluate(() => (globalThis as unknown as { offered: string[] }).offered);
  await goTo(page, 'Requests');
  await page.getByRole('searchbox', { name: 'Filter operations and collections' }).click({ button: 'right' });
  await expect.poll(offered).toEqual(expect.arrayContaining(['copy', 'paste']));

  const path = join(dataFolder, 'all.json');
  await app.evaluate(({ session, shell }, target) => {
    session.defaultSession.once('will-download', (_event, item) => item.setSavePath(target));
    shell.showItemInFolder = (file) => void Object.assign(globalThis, { shown: file });
  }, path);
  await choose(app, 'File', 'Export everything');
  await expect(page.getByText(`all.json was saved in ${dataFolder}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => app.evaluate(() => (globalThis as unknown as { shown: string }).shown)).toBe(path);
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
  await page.getByRole('button', { name: 'Snapshots…' }).click();
  await page.getByRole('textbox', { name: 'Snapshot name' }).fill('Kurs: dag 1 / æøå');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await page.getByRole('button', { name: 'Save “Kurs: dag 1 / æøå” as a file' }).click();
  await expect.poll(names).toEqual([first, 'saved 2 Kurs- dag 1 - æøå.snapshot.json']);
  const title = () => app.evaluate(() => (globalThis as unknown as { dialogTitle: string }).dialogTitle);
  expect(await title()).toBe('Save Kurs- dag 1 - æøå.snapshot.json');
});
