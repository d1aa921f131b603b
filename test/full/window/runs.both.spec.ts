/** Runs of collections: from the folder to the first failure, its request, and once more. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { goTo } from '../../window/steps.ts';
import { writeCollection, writeFlow, writeInCollections } from '../../window/collection-files.ts';

const results = (page: Page) => page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem');

test('a run with rows of data runs again with them', { tag: '@page' }, async ({ workbench }) => {
  const { page, dataFolder } = workbench;
  writeInCollections(dataFolder, 'Rows/collection.yaml', 'name: Rows\n');
  writeFlow(
    dataFolder,
    'Rows/People',
    { name: 'As somebody', session: '{{who}}' },
    { name: 'And', pause: 0 },
  );
  const form = page.getByRole('form', { name: 'New run' });
  const shown = page.getByRole('region', { name: 'Results' });
  await goTo(page, 'Runs');
  await form.getByRole('combobox', { name: 'What to run' }).selectOption('Rows');
  await page.getByLabel('File with one row for each iteration').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('who\nEirik\nIngrid\n'),
  });
  await expect(form).toContainText('people.csv');
  await expect(form).toContainText('Each row has a copy of the local bank, which itself stays as it is.');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(shown).toContainText('Passed 4');
  // A headline for each row, before its first result.
  await expect(results(page)).toContainText([
    'Row 1: Eirik · As somebody',
    'And',
    'Row 2: Ingrid · As somebody',
    'And',
  ]);
  await expect(results(page).nth(1)).not.toContainText('Row');

  await form.getByRole('button', { name: 'Run once, without rows' }).click();
  await shown.getByRole('button', { name: 'Run again' }).click();
  const listed = page
    .getByRole('region', { name: 'Runs of collections' })
    .getByRole('button', { name: /^Rows\b/ });
  await expect(listed).toHaveCount(2);
  await expect(shown).toContainText('Passed 4');
});

test('keys move through the results, and a run is deleted', { tag: '@page' }, async ({ workbench }) => {
  const { page, dataFolder } = workbench;
  writeCollection(dataFolder);
  await goTo(page, 'Runs');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(results(page)).toHaveCount(4);
  // At its end, the first failure is chosen.
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
  await page.getByRole('tree', { name: 'Steps' }).focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('region', { name: 'Ask for consent' })).toContainText('Kept as variables');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('region', { name: 'Eirik approves' })).toContainText(
    'kept from a response: Accounts/Reading.flow.yaml/Ask for consent',
  );
  await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete this run permanently' }).click();
  await expect(page.getByText('Choose a run to see its results')).toHaveCount(0);
  await expect(page.getByText('The results appear here: what passed')).toBeVisible();
});
