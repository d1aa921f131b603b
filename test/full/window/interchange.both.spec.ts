/** Import of another program's files into the tree, update from a newer document, and export for another program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { savedSteps } from '../../window/collection-files.ts';
import { screen } from '../../window/screen.ts';
import { goTo, showAs } from '../../window/steps.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });

const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const OPENAPI = readFileSync(
  join(import.meta.dirname, '../../support/imports/openapi-accounts.yaml'),
  'utf8',
);

test(
  'a collection is updated from a newer OpenAPI document: the list says first what changes, and the tests of its steps stay',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    const file = (text: string) => ({
      name: 'bank.yaml',
      mimeType: 'application/yaml',
      buffer: Buffer.from(text),
    });
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Import…' }).click();
    await pane(page, 'Import').getByLabel('Files to import').setInputFiles(file(OPENAPI));
    await pane(page, 'Import').getByLabel('Name').fill('Bank');
    await page.keyboard.press('Enter');

    // A test of one's own, and a value.
    await tree(page).getByRole('treeitem', { name: 'GET List accounts' }).click();
    await showAs(page, 'Tests');
    await page.getByRole('list', { name: 'Assertions' }).getByLabel('Compared with').fill('404');
    await page.keyboard.press('ControlOrMeta+s');
    const step = () => savedSteps(dataFolder, 'Bank/1-accounts').find(({ name }) => name === 'List accounts');
    const expected = [{ that: { of: 'status' }, must: { is: 'equal', to: 404 } }];
    await expect(() => expect(step()?.expect).toEqual(expected)).toPass();

    await tree(page).getByRole('treeitem', { name: 'Bank' }).click();
    await page.getByRole('button', { name: 'Update Bank from OpenAPI…' }).press('Enter');
    const shown = pane(page, 'Update Bank from OpenAPI');
    await shown.getByRole('button', { name: 'Choose the document…' }).focus();
    const newer = OPENAPI.replace('203.0.113.24', '203.0.113.25')
      .replace('/v1/accounts/{account-id}/transactions:', '/v1/cards:')
      .replace('paths:', 'paths:\n  /v1/consents/{id}: { delete: { tags: [Consents], summary: End it } }');
    await shown.getByLabel('OpenAPI document').setInputFiles(file(newer));
    const row = (text: string) => shown.getByRole('row').filter({ hasText: text });
    await expect(row('List accounts')).toContainText(
      'Header psu-ip-address: "203.0.113.24" is now "203.0.113.25".',
    );
    await expect(row('Consents / End it')).toContainText('Added');
    await expect(row('It is not in the newer document.')).toContainText('Accounts / Transactions');
    await expect(shown.getByRole('checkbox', { name: 'Delete Accounts / Transactions' })).not.toBeChecked();
    await screen(page, 'update');

    // By keyboard: what is added is left out and chosen again, and the step of the removed operation is deleted.
    const added = shown.getByRole('checkbox', { name: 'Add Consents / End it' });
    await added.press('Space');
    await expect(shown.getByRole('button', { name: 'Update 2 steps' })).toBeVisible();
    await added.press('Space');
    await shown.getByRole('checkbox', { name: 'Delete Accounts / Transactions' }).press('Space');
    await shown.getByRole('button', { name: 'Update 4 steps' }).press('Enter');

    await expect(pane(page, 'Collection').getByRole('heading', { name: 'Bank' })).toBeVisible();
    // Choosing the folder before has folded it.
    await tree(page).getByRole('treeitem', { name: 'Bank' }).press('ArrowRight');
    await expect(tree(page).getByRole('treeitem', { name: 'DEL End it' })).toBeVisible();
    await expect(tree(page).getByRole('treeitem', { name: /^GET Transactions/ })).toHaveText([
      /Transactions \(2\)$/,
    ]);
    expect(step()).toMatchObject({
      expect: expected,
      request: { headers: { 'psu-ip-address': '203.0.113.25' } },
    });
  },
);
