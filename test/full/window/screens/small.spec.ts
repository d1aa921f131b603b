/** The smallest window, and a window zoomed in: see `screen`. */
import { expect, test } from '../../../window/fixtures.ts';
import { chooseOperation, goTo, openFirstDoor, openAccount } from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

test('the smallest window', async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.reload();
  await expect(page.getByText('(request-target): post')).toBeVisible();
  await screen(page, 'small-first-start', ['light']);
  await openFirstDoor(page);
  await screen(page, 'small-consent-answered', ['light']);
  await expect(page.getByRole('button', { name: 'Sign and send' })).toBeInViewport();
  await expect(page.getByRole('button', { name: "Open the bank's page" })).toBeInViewport();
  await goTo(page, 'Certificates');
  await expect(page.getByText('RFC 2253, as Java')).toBeVisible();
  await screen(page, 'small-certificates', ['light']);
  await goTo(page, 'Bank');
  await expect(page.getByRole('region', { name: 'Bank clock' })).toBeVisible();
  await screen(page, 'small-bank', ['light']);
});

test('at 200 % zoom, panes are stacked and everything stays reachable', async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 720, height: 450 });
  await page.reload();
  await screen(page, 'zoomed-first-start', ['light']);
  await expect(page.getByText('Bank running')).toBeInViewport();
  await openFirstDoor(page);
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeInViewport();
  await screen(page, 'zoomed-answer', ['light']);
  await chooseOperation(page, 'List accounts');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeInViewport();
  await goTo(page, 'Bank');
  await openAccount(page, 'Brukskonto');
  await screen(page, 'zoomed-bank', ['light']);
  for (const place of ['Certificates', 'Environments', 'History', 'Settings'] as const) {
    await goTo(page, place);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(place);
    await screen(page, `zoomed-${place.toLowerCase()}`, ['light']);
  }
});
