/** The filter above the tree, and Ctrl K, find saved requests and other steps. */
import type { Page } from '@playwright/test';
import { requestStep } from '../../../shared/collections/request-step.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { expect, test } from '../../window/fixtures.ts';
import { writeFlow } from '../../window/collection-files.ts';
import { goTo } from '../../window/steps.ts';
import { violations } from '../../window/violations.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Collections' });
const rows = (page: Page) => tree(page).getByRole('treeitem');
const item = (page: Page, name: string) => rows(page).filter({ hasText: name });
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter operations and collections' });

function writeSteps(dataFolder: string): void {
  const refunds: Step[] = [
    { name: 'Ingrid signs', sca: { psu: 'Ingrid Haugen', decision: 'approve' } },
    { ...requestStep('Small amount', fresh('createPayment')), tags: ['PAY-7'] },
  ];
  writeFlow(dataFolder, 'Shop/Refunds', ...refunds);
  writeFlow(dataFolder, 'Shop/Whose', requestStep('Whose accounts', fresh('listAccounts')));
  writeFlow(dataFolder, 'Other', requestStep('Balances', fresh('readBalances')));
}

test('the filter finds steps by name, folder, operation and tag, below their folders, and says if there is none', async ({
  workbench,
}) => {
  const { page, dataFolder } = workbench;
  await goTo(page, 'Requests');
  writeSteps(dataFolder);
  await expect(rows(page)).toHaveText([
    'Other',
    /Balances/,
    'Shop',
    'Refunds',
    /Ingrid/,
    /Small/,
    'Whose',
    /Whose/,
  ]);
  // Folded folders do not hide what is found.
  await item(page, 'Refunds').click();
  await expect(rows(page)).toHaveCount(6);
  await filter(page).fill('SMALL');
  await expect(rows(page)).toHaveText(['Shop', 'Refunds', /Small amount/]);
  await expect(page.getByRole('region', { name: 'Collections', exact: true })).toContainText('1 of 4');
  await filter(page).fill('refunds');
  await expect(rows(page)).toHaveText(['Shop', 'Refunds', /Ingrid signs/, /Small amount/]);
  await filter(page).fill('get /accounts');
  await expect(rows(page)).toHaveText(['Other', /Balances/, 'Shop', 'Whose', /Whose accounts/]);
  // The operations are filtered by the same words.
  const operations = page.getByRole('navigation', { name: 'Operations' });
  await expect(operations.getByRole('button', { name: 'GET List accounts' })).toBeVisible();
  await expect(operations.getByRole('button', { name: 'POST Create payment' })).toHaveCount(0);
  await filter(page).fill('pay-7');
  await expect(rows(page)).toHaveText(['Shop', 'Refunds', /Small amount/]);
  await expect(page.getByText('No operation has “pay-7” in its name or path.')).toBeVisible();

  expect(await violations(page)).toEqual([]);

  // What is found can be folded, and what is not found is not selected any more.
  await item(page, 'Shop').click();
  await expect(rows(page)).toHaveText(['Shop']);
  await filter(page).fill('balances');
  await expect(rows(page)).toHaveText(['Other', /Balances/]);
  await expect(tree(page).getByRole('treeitem', { selected: true })).toHaveCount(0);
  await filter(page).fill('no such thing');
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText('No step has “no such thing” in its name')).toBeVisible();

  // The tree is as it was.
  await filter(page).fill('');
  await expect(rows(page)).toHaveText(['Other', /Balances/, 'Shop', 'Refunds', 'Whose', /Whose/]);
});

test('Ctrl K finds a saved request from another view, opens it and shows where it is', async ({
  workbench,
}) => {
  const { page, dataFolder } = workbench;
  // Before anybody has looked at the requests.
  writeSteps(dataFolder);
  await goTo(page, 'History');
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  const find = async (search: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(search);
    await expect(found.first()).toContainText('Collections');
  };
  await find('refunds small');
  await expect(found).toHaveText([/Small amount.*Shop › Refunds › POST \/v1\/payments.*Collections/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
    'Small amount',
  );
  await expect(item(page, 'Small amount')).toHaveAttribute('aria-current', 'true');
  await expect(item(page, 'Small amount')).toHaveAttribute('aria-selected', 'true');

  // A step that is no request, in a folder that is folded, under a filter that hides it.
  await item(page, 'Refunds').click();
  await filter(page).fill('balances');
  await expect(rows(page)).toHaveCount(2);
  await find('ingrid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Step' }).getByLabel('Test customer')).toHaveValue(
    'Ingrid Haugen',
  );
  await expect(item(page, 'Ingrid signs')).toHaveAttribute('aria-current', 'true');
  await expect(filter(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(8);
});
