/** Every view at every size of the window and every zoom: nothing is cut off, out of reach or too small to read. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../../window/fixtures.ts';
import { unfit } from '../fit.ts';
import {
  bankKind,
  chooseOperation,
  getAccounts,
  giveConsent,
  goTo,
  ownSignature,
  showAs,
  signedPayment,
} from '../../../window/steps.ts';

const WINDOWS = [
  [1024, 700],
  [1280, 720],
  [1440, 900],
] as const;
/** Both hosts zoom as a browser does: by 200 %, the page has half as many pixels. */
const ZOOMS = [1, 1.2, 1.5, 2];
const SIZES = WINDOWS.flatMap(([width, height]) =>
  ZOOMS.map((zoom) => ({ width: Math.floor(width / zoom), height: Math.floor(height / zoom) })),
);

async function fits(page: Page, what: string): Promise<void> {
  await page.bringToFront();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect.soft(await unfit(page), `${what} at ${size.width} × ${size.height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('requests and responses fit', { tag: '@page' }, async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await expect(page.getByText('(request-target): post')).toBeVisible();
  await fits(page, 'Start');
  await giveConsent(workbench);
  await fits(page, 'the redirect');
  await getAccounts(page);
  await fits(page, 'accounts');
  for (const tab of ['Body', 'Headers', 'Wire']) {
    await page.getByRole('tab', { name: tab }).click();
    await fits(page, `the tab ${tab}`);
  }
  await page.getByRole('tab', { name: 'Response', exact: true }).click();
  await showAs(page, 'Raw');
  await fits(page, 'Raw');
  await showAs(page, 'Form');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await fits(page, 'code');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await ownSignature(page);
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: 'Signing string, line by line' })).toBeVisible();
  await fits(page, 'a refusal');
  await showAs(page, 'Tests');
  await fits(page, 'Tests');
  await showAs(page, 'Form');
  await goTo(page, 'History');
  await page.getByRole('button', { name: 'List accounts' }).first().click();
  await fits(page, 'History');
});

test('a shortened text is told whole in a tooltip', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1024, height: 700 });
  await goTo(page, 'Requests');
  const value = page.getByLabel('TPP-Redirect-URI', { exact: true });
  await expect(value).toHaveAttribute('title', /^http/);
  const title = page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 });
  await chooseOperation(page, 'Read status of payment');
  await title.hover();
  await expect(title).toHaveAttribute('title', 'Read status of payment');
});

test(
  'at 1440 pixels, a Date, the names of operations and of a certificate, and the quirks are read whole',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const whole = (element: Locator) =>
      expect
        .poll(() =>
          element.evaluate((one) =>
            [one, ...one.querySelectorAll('*')].every((part) => part.scrollWidth <= part.clientWidth + 1),
          ),
        )
        .toBe(true);
    await goTo(page, 'Requests');
    await whole(page.getByLabel('Date', { exact: true }));
    for (const rule of await page.getByRole('table', { name: 'Headers' }).getByRole('row').all())
      await expect
        .poll(() =>
          rule
            .getByRole('cell')
            .nth(3)
            .evaluateAll((cells) => cells.every((one) => one.scrollWidth <= one.clientWidth)),
        )
        .toBe(true);
    const operations = page.getByRole('navigation', { name: 'Operations' });
    const longest = operations.getByRole('button', {
      name: 'Read cancellation authorisation of periodic payment',
    });
    await longest.scrollIntoViewIfNeeded();
    await whole(longest);
    await goTo(page, 'Bank');
    await bankKind(page, 'Quirks');
    for (const row of await page.getByRole('region', { name: 'List' }).getByRole('row').all())
      await whole(row);
    await goTo(page, 'Certificates');
    const name = page.getByLabel('Name in the vault');
    await expect(name).toHaveValue('Fjordpay AS QSealC');
    await whole(name);
  },
);

test('the bank and its flow fit', { tag: '@page' }, async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await signedPayment(workbench);
  await fits(page, 'a payment');
  await goTo(page, 'Bank');
  await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible();
  await fits(page, 'Bank, a payment');
  for (const kind of ['Accounts', 'Agreements', 'TPPs', 'Quirks', 'Customers', 'Scenarios'] as const) {
    await bankKind(page, kind);
    await fits(page, `Bank, ${kind}`);
  }
  await goTo(page, 'Flow');
  await expect(page.getByRole('tree', { name: 'Diagram' }).getByRole('treeitem').first()).toBeVisible();
  await fits(page, 'Flow');
});

test('the other views fit', { tag: '@page' }, async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await expect(pane).toContainText('Step 1 of 7');
  await page.keyboard.press('ArrowRight');
  await expect(pane).toContainText('Step 2 of 7');
  await fits(page, 'a demonstration');
  await pane.getByRole('button', { name: 'Leave' }).click();
  await goTo(page, 'Certificates');
  await expect(page.getByText('RFC 2253, as Java')).toBeVisible();
  await fits(page, 'Certificates');
  await page.getByRole('button', { name: 'New test certificate' }).click();
  await fits(page, 'a new certificate');
  await goTo(page, 'Environments');
  await page.getByRole('tab', { name: 'Signature profile' }).click();
  await fits(page, 'Signature profile');
  await page.getByRole('button', { name: 'New environment' }).click();
  await fits(page, 'Environments');
  await goTo(page, 'Runs');
  await fits(page, 'Runs');
  await goTo(page, 'Settings');
  await fits(page, 'Settings');
});
