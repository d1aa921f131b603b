/** Answers that come while the person is elsewhere. The browser's page lets a test hold an answer for as long as it wants. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, sendHeld } from './steps.ts';

const told = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('a response to a hidden tab is announced and shown in that tab', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  const inOtherPlace = await sendHeld(page);
  await goTo(page, 'Bank');
  await inOtherPlace();
  await expect(told(page)).toContainText('Read user: 401 Unauthorized');
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();

  const inOtherTab = await sendHeld(page);
  await page.getByRole('button', { name: 'New tab' }).click();
  await inOtherTab();
  await told(page).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
    'Read user',
  );
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(told(page).getByRole('button')).toHaveCount(0);

  // In sight, there is nothing to tell.
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(told(page).getByRole('button')).toHaveCount(0);
});

test('an error stays until it is dismissed, is announced at once, and covers nothing', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  const arrive = await sendHeld(page);
  await goTo(page, 'Settings');
  await page.clock.install();
  await arrive();
  const error = told(page).getByRole('alert');
  await expect(error).toContainText('Read user: 401 Unauthorized');
  await page.clock.fastForward(600_000);
  await goTo(page, 'Bank');
  await expect(error.getByRole('button', { name: 'Show' })).toBeVisible();
  const gap = () =>
    told(page).evaluate((row) => {
      const above = row.previousElementSibling?.getBoundingClientRect().bottom ?? Number.NaN;
      return Math.round(row.getBoundingClientRect().top - above);
    });
  await expect.poll(gap).toBe(0);
  await error.getByRole('button', { name: 'Close' }).click();
  await expect(error).toHaveCount(0);
});
