/** The tree of collections: flows, groups, order, several at once, copies. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';
import { savedSteps, writeSteps } from './collection-files.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });

const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });

const names = (page: Page) => tree(page).getByRole('treeitem');

const panel = (page: Page) => page.getByRole('region', { name: 'Collections', exact: true });

test(
  'groups are made, filled, put in order by keyboard and mouse, and deleted together',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Requests');
    writeSteps(dataFolder, 'Suite', 'Alfa', 'Beta', 'Gamma');
    await expect(names(page)).toHaveText(['Suite', /Alfa/, /Beta/, /Gamma/]);

    // A group inside, by its form.
    await item(page, 'Suite').click({ modifiers: ['ControlOrMeta'] });
    await panel(page).getByRole('button', { name: 'New…' }).click();
    const form = panel(page).getByRole('form');
    await form.getByLabel('Kind').selectOption('Flow');
    await form.getByLabel('Name').fill('AUX');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(panel(page).getByRole('alert')).toContainText('Windows reserves the name “AUX”');
    await form.getByLabel('Kind').selectOption('Group');
    await form.getByLabel('Name').fill('Later');
    await form.getByRole('button', { name: 'Create' }).click();
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

    // By mouse, into a group.
    await item(page, 'GET Beta').dragTo(item(page, 'Later'));
    await expect(item(page, 'GET Beta')).toHaveAttribute('aria-level', '3');

    // Several at once: with Shift and the arrows, then moved by choice.
    await item(page, 'GET First').click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(tree(page).getByRole('treeitem', { selected: true })).toHaveText([/First/, /Alfa/]);
    await panel(page).getByRole('button', { name: 'Move to…' }).click();
    await form.getByLabel('To flow').selectOption('Suite/Later');
    await form.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(names(page)).toHaveText(['Suite', 'Later', /Beta/, /First/, /Alfa/]);

    // Folded and unfolded with the arrows, also after a reload.
    await item(page, 'Later').click();
    await expect(names(page)).toHaveText(['Suite', 'Later']);
    await page.reload();
    await goTo(page, 'Requests');
    await expect(names(page)).toHaveText(['Suite', 'Later']);
    await item(page, 'Suite').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(names(page)).toHaveText(['Suite', 'Later', /Beta/, /First/, /Alfa/]);

    // Copied, then all of it deleted, after a question.
    await panel(page).getByRole('button', { name: 'Duplicate' }).click();
    await expect(item(page, 'Later copy')).toBeVisible();
    await expect(names(page)).toHaveCount(9);
    await item(page, 'Later').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect(form).toContainText(': 6 steps, 2 groups and 1 flow from the disk?');
    await form.getByRole('button', { name: 'Keep it' }).click();
    await page.keyboard.press('Delete');
    await form.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(names(page)).toHaveCount(0);
    expect(existsSync(join(dataFolder, 'collections/Suite.flow.yaml'))).toBe(false);
  },
);

test(
  'steps are dragged between flows, copied and pasted, and a flow is dragged into a folder',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder, electron } = workbench;
    if (electron === null) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, 'Requests');
    writeSteps(dataFolder, 'Shop/1-first', 'Alfa', 'Beta', 'Gamma');
    writeSteps(dataFolder, 'Shop/2-second', 'Delta', 'Epsilon');
    await expect(names(page)).toHaveCount(8);
    const saved = (flow: string) => savedSteps(dataFolder, `Shop/${flow}`).map(({ name }) => name);

    // To between two steps: at the lower edge of the upper one.
    const delta = item(page, 'GET Delta');
    const { height = 0 } = (await delta.boundingBox()) ?? {};
    await item(page, 'GET Beta').dragTo(delta, { targetPosition: { x: 60, y: height - 3 } });
    await expect.poll(() => saved('2-second')).toEqual(['Delta', 'Beta', 'Epsilon']);
    expect(saved('1-first')).toEqual(['Alfa', 'Gamma']);
    await expect(item(page, 'GET Beta')).toHaveAttribute('aria-selected', 'true');
    // A step is in a flow, not in a folder.
    await item(page, 'GET Beta').dragTo(item(page, 'Shop'));
    expect(saved('2-second')).toEqual(['Delta', 'Beta', 'Epsilon']);

    // By keys: two steps, after a step of another flow. Names stay unique in a flow.
    await item(page, 'GET Delta').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await item(page, 'GET Alfa').click();
    await expect(panel(page).getByRole('button', { name: 'Paste' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => saved('1-first')).toEqual(['Alfa', 'Delta', 'Beta', 'Gamma']);
    await expect(tree(page).getByRole('treeitem', { selected: true })).toHaveText([/Delta/, /Beta/]);
    // By the toolbar, into a flow.
    await item(page, 'GET Gamma').click();
    await panel(page).getByRole('button', { name: 'Copy' }).click();
    await item(page, '2-second').click();
    await panel(page).getByRole('button', { name: 'Paste' }).click();
    await expect.poll(() => saved('2-second')).toEqual(['Delta', 'Beta', 'Epsilon', 'Gamma']);

    // A collection, and a flow that is dragged into it.
    await panel(page).getByRole('button', { name: 'New…' }).click();
    const form = panel(page).getByRole('form', { name: 'New' });
    await form.getByLabel('Kind').selectOption('Collection');
    await form.getByLabel('Name').fill('Attic');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(item(page, 'Attic')).toHaveAttribute('aria-level', '1');
    await item(page, '2-second').dragTo(item(page, 'Attic'));
    await expect.poll(() => existsSync(join(dataFolder, 'collections/Attic/2-second.flow.yaml'))).toBe(true);
    expect(existsSync(join(dataFolder, 'collections/Shop/2-second.flow.yaml'))).toBe(false);
    // What is pasted says where it can go.
    await item(page, 'Attic').click();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(panel(page).getByRole('alert')).toContainText('Select a flow, a group or a step first.');
  },
);
