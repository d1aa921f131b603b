/** The tree of collections: folders, order, several at once, documentation, variables. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';
import { writeSteps } from './collection-files.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });

const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });

const names = (page: Page) => tree(page).getByRole('treeitem');

const panel = (page: Page) => page.getByRole('region', { name: 'Collections', exact: true });

test(
  'folders are made, filled, put in order by keyboard and mouse, and deleted together',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    writeSteps(dataFolder, 'Suite', 'Alfa', 'Beta', 'Gamma');
    await expect(names(page)).toHaveText(['Suite', /Alfa/, /Beta/, /Gamma/]);

    // A folder inside, by its form.
    await item(page, 'Suite').click({ modifiers: ['ControlOrMeta'] });
    await panel(page).getByRole('button', { name: 'New folder…' }).click();
    const form = panel(page).getByRole('form');
    await form.getByLabel('Name').fill('AUX');
    await form.getByRole('button', { name: 'Create folder' }).click();
    await expect(panel(page).getByRole('alert')).toContainText('Windows reserves the name “AUX”');
    await form.getByLabel('Name').fill('Later');
    await form.getByRole('button', { name: 'Create folder' }).click();
    await expect(item(page, 'Later')).toHaveAttribute('aria-level', '2');

    // By keyboard: one place up, then renamed.
    await item(page, 'GET Gamma').click();
    await expect(item(page, 'GET Gamma')).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(names(page)).toHaveText(['Suite', /Alfa/, /Gamma/, /Beta/, 'Later']);
    await expect(item(page, 'GET Gamma')).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(names(page)).toHaveText(['Suite', /Gamma/, /Alfa/, /Beta/, 'Later']);
    await page.keyboard.press('F2');
    await form.getByLabel('Name').fill('First');
    await page.keyboard.press('Enter');
    await expect(names(page)).toHaveText(['Suite', /First/, /Alfa/, /Beta/, 'Later']);
    // The tab of the request follows its file.
    await expect(item(page, 'GET First')).toHaveAttribute('aria-current', 'true');

    // By mouse, into a folder.
    await item(page, 'GET Beta').dragTo(item(page, 'Later'));
    await expect(item(page, 'GET Beta')).toHaveAttribute('aria-level', '3');
    expect(existsSync(join(dataFolder, 'collections/Suite/Later/Beta.step.json'))).toBe(true);

    // Several at once: with Shift and the arrows, then moved by choice.
    await item(page, 'GET First').click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(tree(page).getByRole('treeitem', { selected: true })).toHaveText([/First/, /Alfa/]);
    await panel(page).getByRole('button', { name: 'Move to…' }).click();
    await form.getByLabel('To folder').selectOption('Suite/Later');
    await form.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(names(page)).toHaveText(['Suite', 'Later', /Alfa/, /Beta/, /First/]);

    // Folded and unfolded with the arrows, also after a reload.
    await item(page, 'Later').click();
    await expect(names(page)).toHaveText(['Suite', 'Later']);
    await page.reload();
    await goTo(page, 'Requests');
    await expect(names(page)).toHaveText(['Suite', 'Later']);
    await item(page, 'Suite').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(names(page)).toHaveText(['Suite', 'Later', /Alfa/, /Beta/, /First/]);

    // Copied, then all of it deleted, after a question.
    await panel(page).getByRole('button', { name: 'Duplicate' }).click();
    await expect(item(page, 'Later copy')).toBeVisible();
    await expect(names(page)).toHaveCount(9);
    await item(page, 'Later').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect(form).toContainText(': 6 steps and 3 folders from the disk?');
    await form.getByRole('button', { name: 'Keep it' }).click();
    await page.keyboard.press('Delete');
    await form.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(names(page)).toHaveCount(0);
    expect(existsSync(join(dataFolder, 'collections/Suite'))).toBe(false);
  },
);
