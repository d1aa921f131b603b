/** A request never goes to another bank than the one that a person has in mind without a word. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send, sendTo } from '../../window/steps.ts';

async function addBank(page: Page): Promise<void> {
  await goTo(page, 'Environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Another bank');
  await form.getByLabel('Base URL').fill('https://bank.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
}

test('a request that is opened from the history says which bank it went to, also after a reload', async ({
  workbench: { page },
}) => {
  await addBank(page);
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await sendTo(page, 'Another bank');
  await goTo(page, 'History');
  await page.getByRole('button', { name: 'Ask for consent' }).click();
  await page.getByRole('button', { name: 'Open in a tab' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  const note = response.getByText(
    '“Local bank” answered this, and its links lead there. Requests now go to “Another bank”.',
  );
  await expect(note).toBeVisible();
  await expect(response.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await page.reload();
  await goTo(page, 'Requests');
  await expect(note).toBeVisible();
  await response.getByRole('button', { name: 'Switch to “Local bank”' }).click();
  await expect(note).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText('Local bank');
  await send(page, '201 Created');
});

test('a window says that another one has chosen where both send', async ({ workbench: { page } }) => {
  await addBank(page);
  await goTo(page, 'Requests');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await goTo(second, 'Requests');
  const said =
    'Another window has chosen “Another bank”. All windows send their requests to the same environment.';
  await sendTo(page, 'Another bank');
  await expect(second.getByText(said)).toBeVisible();
  await expect(second.getByRole('contentinfo')).toContainText('Another bank');
  await expect(page.getByText(said)).toBeHidden();
  // Who chooses here knows it.
  await sendTo(second, 'Local bank');
  await expect(second.getByText(said)).toBeHidden();
  await expect(page.getByText('Another window has chosen “Local bank”.')).toBeVisible();
  await page
    .getByRole('region', { name: 'Request' })
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await expect(page.getByText('Another window has chosen')).toBeHidden();
});
