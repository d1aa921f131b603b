/** What a desktop application has: menus, keys, the title, the theme of the system's parts, files that say where they went. */
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo } from './steps.ts';
import { appOf, choose } from './desktop-steps.ts';

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
