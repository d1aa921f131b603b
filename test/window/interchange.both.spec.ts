/** Import of another program's files into the tree, update from a newer document, and export for another program. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goTo, savedFile } from './steps.ts';

const POSTMAN = join(import.meta.dirname, '../support/imports/postman-payments.json');

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });

const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test(
  'a Postman collection is imported and exported, and each time the list says first what becomes of every item',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially('import…');
    await page.keyboard.press('Enter');
    const shown = pane(page, 'Import');
    await shown.getByRole('button', { name: 'Choose files…' }).focus();
    await shown.getByLabel('Files to import').setInputFiles(POSTMAN);
    const items = shown.getByRole('row');
    await expect(items.filter({ hasText: 'request Payments / Create a payment' })).toContainText('Changed');
    await expect(shown.getByLabel('Name')).toBeFocused();
    const environments = shown.getByRole('region', { name: 'New environments' });
    await expect(environments.getByRole('listitem')).toHaveText([
      /^Nordic Bank PSD2: https:\/\/api\.sandbox\.bank\.example\/psd2 · secret, without a value: .*token$/,
    ]);
    await shown.getByText(/^Not carried over \d+$/).click();
    await expect(items.filter({ hasText: 'script prerequest' })).toContainText('Scripts are not run.');
    await expect(items.filter({ hasText: 'Changed' })).toHaveCount(0);
    await expect(tree(page).getByRole('treeitem')).toHaveCount(0);

    // A name that no folder can have is refused, and what was read stays.
    await shown.getByLabel('Name').fill('AUX');
    await page.keyboard.press('Enter');
    await expect(shown.getByRole('alert')).toContainText('Windows reserves the name “AUX”');
    await shown.getByLabel('Name').fill('My bank');
    await page.keyboard.press('Enter');
    await expect(pane(page, 'Collection').getByRole('heading', { name: 'My bank' })).toBeVisible();
    await expect(tree(page).getByRole('treeitem', { name: 'POST Create a payment' })).toBeVisible();

    // Its environment is there, and not yet in use.
    await goTo(page, 'Environments');
    await page.getByText('Nordic Bank PSD2').click();
    const form = page.getByRole('form', { name: 'Environment', exact: true });
    await expect(form.getByLabel('Base URL')).toHaveValue('https://api.sandbox.bank.example/psd2');
    await expect(page.getByRole('contentinfo')).toContainText('Local bank');
    await goTo(page, 'Requests');

    // The new folder is selected.
    await page.getByRole('button', { name: 'Export My bank…' }).click();
    const out = pane(page, 'Export My bank');
    await expect(out.getByRole('row').filter({ hasText: 'collection My bank' })).toContainText('not signed');
    await out.getByText('HAR', { exact: true }).click();
    await expect(out.getByRole('row').filter({ hasText: 'The format has no variables.' })).not.toHaveCount(0);
    const file = await savedFile(workbench, () => out.getByRole('button', { name: 'Save file' }).click());
    const { log } = JSON.parse(file.toString()) as { log: { entries: { request: { url: string } }[] } };
    expect(log.entries.map(({ request }) => request.url)).toContainEqual(
      expect.stringContaining('/v1/payments/'),
    );
    await out.getByRole('button', { name: 'Close' }).click();
    await expect(out).toBeHidden();
  },
);
