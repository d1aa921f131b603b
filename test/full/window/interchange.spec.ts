/** An import that takes long: only in a browser can its saving be held back. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo } from '../../window/steps.ts';

const POSTMAN = join(import.meta.dirname, '../../support/imports/postman-payments.json');

const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test(
  'who goes on while an import is saved is told when it is there, and stays where they are',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    await page.route('**/rpc/interchange.save', async (route) => {
      begun.resolve();
      await free.promise;
      await route.continue();
    });
    await goTo(page, 'Requests');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially('import…');
    await page.keyboard.press('Enter');
    const shown = pane(page, 'Import');
    await shown.getByLabel('Files to import').setInputFiles(POSTMAN);
    await shown.getByLabel('Name').fill('Later');
    await page.keyboard.press('Enter');
    await begun.promise;
    await chooseOperation(page, 'List agreements');
    await expect(shown).toBeHidden();
    free.resolve();
    const told = page.getByRole('region', { name: 'Notifications' });
    await expect(told).toContainText('Imported as Later.');
    await expect(page.getByRole('heading', { name: 'List agreements' })).toBeVisible();
    await told.getByRole('button', { name: 'Show' }).click();
    await expect(pane(page, 'Collection').getByRole('heading', { name: 'Later' })).toBeVisible();

    // A form that offers a name offers that of the request.
    await chooseOperation(page, 'List accounts');
    await page.getByRole('button', { name: 'New tab' }).click();
    await chooseOperation(page, 'List accounts');
    await page.getByRole('button', { name: 'Save…' }).click();
    const name = page.getByRole('form', { name: 'Save request' }).getByLabel('Name');
    await expect(name).toHaveValue('List accounts');
    await chooseOperation(page, 'List agreements');
    await expect(name).toHaveValue('List agreements');
  },
);
