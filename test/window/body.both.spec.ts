/** The body of an answer: text, tree, JSONPath, bytes; taken along as a file or by the clipboard. */
import type { Page } from '@playwright/test';
import { type BigBank, startBigBank } from '../support/big-bank.ts';
import { expect, test } from './fixtures.ts';
import { clipboard, getAccounts, giveConsent, goTo, savedFile } from './steps.ts';

let bank: BigBank;

test.beforeAll(async () => {
  bank = await startBigBank();
});

test.afterAll(() => bank.stop());

const mode = (page: Page, label: string) =>
  page.getByRole('group', { name: 'Show the body as' }).getByText(label, { exact: true }).click();

const save = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Body' }).getByRole('button', { name: 'Save…' }).click();

test(
  'a body can be searched, folded, shown as a tree, queried with JSONPath and read byte by byte',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await getAccounts(page);
    await page.getByRole('tab', { name: 'Body' }).click();
    const text = page.getByRole('region', { name: 'Body as text' });
    await expect(text.getByRole('listitem').first()).toContainText('{');
    await goTo(page, 'History');
    await goTo(page, 'Requests');
    await page.getByRole('searchbox', { name: 'Search the body' }).fill('sparekonto');
    await expect(page.getByText('1 of 2 lines')).toBeVisible();
    await expect(text.locator('mark').first()).toHaveText(/sparekonto/i);
    await page.getByRole('searchbox', { name: 'Search the body' }).fill('nowhere');
    await expect(page.getByText('not found')).toBeVisible();
    await page.keyboard.press('Escape');
    await text.press('Home');
    await text.getByRole('button', { name: 'Fold line 2', exact: true }).click();
    await expect(text.getByRole('listitem')).toHaveCount(3);
    await text.getByRole('button', { name: 'Unfold line 2' }).press('Enter');
    await expect(text.getByRole('listitem').nth(4)).toBeVisible();

    await mode(page, 'Tree');
    const tree = page.getByRole('tree', { name: 'Body as a tree' });
    await expect(tree.getByRole('treeitem', { name: /accounts/ })).toBeVisible();
    // By keys alone: to the list, open it, to its first member, open that.
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await expect(tree.getByRole('treeitem', { name: /bban/ })).toBeVisible();
    await expect(page.getByText('$.accounts[0]', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('treeitem', { name: /bban/ })).toBeHidden();

    await mode(page, 'JSONPath');
    const field = page.getByRole('textbox', { name: 'JSONPath' });
    await field.fill('$.accounts[?@.currency == "NOK"].name');
    await field.press('Enter');
    await expect(page.getByRole('region', { name: 'Matching values' })).toContainText('"Brukskonto"');
    await field.fill('accounts');
    await field.press('Enter');
    await expect(page.getByRole('alert')).toContainText('This is not a valid JSONPath');

    await mode(page, 'Bytes');
    await expect(
      page.getByRole('region', { name: 'Bytes of the body' }).getByRole('listitem').first(),
    ).toContainText('00000000  7b 22');
  },
);

test('a body is copied and saved; the request and the signing string are copied', async ({ workbench }) => {
  const { page, electron } = workbench;
  if (electron === null) await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await giveConsent(workbench);
  await getAccounts(page);
  await page.getByRole('button', { name: 'Copy the signed text' }).click();
  await expect
    .poll(() => clipboard(workbench))
    .toMatch(/^\(request-target\): get \/v1\/accounts\?withBalance=true\ndate: /);
  await page.getByRole('tab', { name: 'Wire' }).click();
  await page.getByRole('button', { name: 'Copy the request as sent' }).click();
  await expect.poll(() => clipboard(workbench)).toMatch(/^GET \/v1\/accounts\?withBalance=true HTTP\/1.1\n/);
  await page.getByRole('tab', { name: 'Body' }).click();
  await page.getByRole('button', { name: 'Copy the body' }).click();
  await expect.poll(() => clipboard(workbench)).toContain('"accounts":[');
  const saved = await savedFile(workbench, () => save(page));
  expect(saved.toString()).toBe(await clipboard(workbench));
});
