/** Journeys through the window. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { getAccounts, giveConsent, goTo, openFirstDoor } from '../../window/steps.ts';

test('history keeps every exchange, also after a reload', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await openFirstDoor(page);
  await page.reload();
  await goTo(page, 'History');
  // Anywhere in the row.
  await page
    .getByRole('row', { name: /Ask for consent/ })
    .getByText('Local bank')
    .click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await page.getByRole('tab', { name: 'Wire' }).click();
  await expect(page.getByRole('list', { name: 'Request as sent' })).toContainText(
    'POST /v1/bank-offered-consents HTTP/1.1',
  );
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('nothing like it');
  await expect(page.getByText('Nothing in the history matches “nothing like it”.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete all…' }).click();
  await page.getByRole('button', { name: 'Delete all permanently' }).click();
  await expect(page.getByText('Every request you send is listed here.')).toBeVisible();
});

test('the chosen theme is kept, and the second start opens the requests', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Settings');
  await page.getByRole('radio', { name: 'High contrast' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await expect(
    page.getByText('in a file that only this user can read').or(page.getByText('safe storage')),
  ).toBeVisible();
  await goTo(page, 'Start');
  await openFirstDoor(page);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Operations' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
});

test(
  'links lead from accounts to their transactions, page by page',
  { tag: ['@page', '@recorded'] },
  async ({ workbench }) => {
    const { page } = workbench;
    await page.setViewportSize({ width: 1280, height: 720 });
    await giveConsent(workbench);
    await getAccounts(page);
    // In a small window, too, the pane has no columns out of sight.
    const response = page.getByRole('region', { name: 'Response', exact: true });
    const right = async (part: Locator) =>
      (await part.boundingBox().then((box) => box && box.x + box.width)) ?? 0;
    const calls = response.getByRole('button', { name: 'transactions of Brukskonto' });
    await expect.poll(async () => (await right(response)) - (await right(calls))).toBeGreaterThan(0);
    await calls.click();
    await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /pending Kaffebaren Bryggen Reservasjon/ })).toContainText(
      'NOK -124.50',
    );
    await page.getByRole('button', { name: /^\d more$/ }).click();
    await page.getByLabel('limit').fill('10');
    await page.getByLabel('bookingStatus').selectOption('booked');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('10 booked, 0 pending')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByLabel('offset')).toHaveValue('10');
    await expect(page.getByText('10 booked, 0 pending')).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(page.getByLabel('offset')).toHaveValue('0');
  },
);
