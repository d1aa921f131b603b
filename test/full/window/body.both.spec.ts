/** The body of an answer: text, tree, JSONPath, bytes; taken along as a file or by the clipboard. */
import type { Page } from '@playwright/test';
import { type BigBank, bigBody, startBigBank } from '../../support/big-bank.ts';
import { expect, test } from '../../window/fixtures.ts';
import { savedFile, sendToBigBank } from '../../window/steps.ts';

let bank: BigBank;

test.beforeAll(async () => {
  bank = await startBigBank();
});

test.afterAll(() => bank.stop());

const save = (page: Page) =>
  page.getByRole('tabpanel', { name: 'Body' }).getByRole('button', { name: 'Save…' }).click();

test('a body too large for the page is saved whole', async ({ workbench }) => {
  const { page } = workbench;
  await sendToBigBank(page, bank);
  await page.getByLabel('account-id').fill('20000000');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await page.getByRole('tab', { name: 'Body' }).click();
  await expect(page.getByRole('region', { name: 'Body as text' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy the body' })).toHaveCount(0);
  const saved = await savedFile(workbench, () => save(page));
  expect(saved.equals(Buffer.from(Array.from(bigBody(20_000_000)).join('')))).toBe(true);
});

test('a download is cancelled', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await sendToBigBank(page, bank);
  await page.getByLabel('account-id').fill('500000000');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await page
    .getByRole('region', { name: 'Response', exact: true })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('alert')).toContainText('You cancelled the request');
});
