/** Every view at every size of the window, every zoom and in every theme: nothing is cut off, wrapped, out of reach or too small to read. */
import type { Locator } from '@playwright/test';
import { expect, test, type Workbench } from '../../../window/fixtures.ts';
import { dress, type Theme } from '../../../window/screen.ts';
import { unfit } from '../fit.ts';
import {
  bankKind,
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
  [1920, 1080],
] as const;
const ZOOMS = [1, 1.2, 1.5, 2];
/** Dark differs from light only in its colours, so it is measured without zoom. Lines are thicker in high contrast. */
const THEMES: [Theme, number[]][] = [
  ['dark', [1]],
  ['contrast', ZOOMS],
  ['light', ZOOMS],
];

/** Zooms as each host does: in the browser, by 200 % the page has half as many pixels. */
async function resize({ page, electron }: Workbench, width: number, height: number, zoom: number) {
  if (electron === null)
    return page.setViewportSize({ width: Math.floor(width / zoom), height: Math.floor(height / zoom) });
  await electron.evaluate(
    ({ BrowserWindow }, size) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(size.width, size.height);
      window?.webContents.setZoomFactor(size.zoom);
    },
    { width, height, zoom },
  );
  // It may be rounded up.
  const short = () => page.evaluate((wanted) => Math.abs(window.innerWidth - wanted), width / zoom);
  await expect.poll(short).toBeLessThan(1);
}

async function fits(workbench: Workbench, what: string): Promise<void> {
  const { page } = workbench;
  await page.bringToFront();
  for (const [theme, zooms] of THEMES) {
    await dress(page, theme);
    for (const [width, height] of WINDOWS)
      for (const zoom of zooms) {
        await resize(workbench, width, height, zoom);
        expect.soft(await unfit(page), `${what}, ${theme}, ${width} × ${height} at ${zoom}`).toEqual([]);
      }
  }
  await resize(workbench, 1440, 900, 1);
}

test('requests and responses fit', { tag: '@page' }, async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await expect(page.getByText('(request-target): post')).toBeVisible();
  await fits(workbench, 'Start');
  await giveConsent(workbench);
  await fits(workbench, 'the redirect');
  await getAccounts(page);
  await fits(workbench, 'accounts');
  for (const tab of ['Body', 'Headers', 'Wire']) {
    await page.getByRole('tab', { name: tab }).click();
    await fits(workbench, `the tab ${tab}`);
  }
  await page.getByRole('tab', { name: 'Response', exact: true }).click();
  await showAs(page, 'Raw');
  await fits(workbench, 'Raw');
  await showAs(page, 'Form');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await fits(workbench, 'code');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await ownSignature(page);
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: 'Signing string, line by line' })).toBeVisible();
  await fits(workbench, 'a refusal');
  await showAs(page, 'Tests');
  await fits(workbench, 'Tests');
  await showAs(page, 'Form');
  await goTo(page, 'History');
  await page.getByRole('button', { name: 'List accounts' }).first().click();
  await fits(workbench, 'History');
  await goTo(page, 'Start');
  await expect(page.getByRole('region', { name: 'Last requests' })).toBeVisible();
  await fits(workbench, 'Start with recent work');
});

test('a shortened text is told whole in a tooltip', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await resize(workbench, 1024, 700, 1);
  await goTo(page, 'Requests');
  const value = page.getByLabel('TPP-Redirect-URI', { exact: true });
  await expect(value).toHaveAttribute('title', /^http/);
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
  await fits(workbench, 'a payment');
  await goTo(page, 'Bank');
  await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible();
  await fits(workbench, 'Bank, a payment');
  for (const kind of ['Accounts', 'Agreements', 'TPPs', 'Quirks', 'Customers', 'Scenarios'] as const) {
    await bankKind(page, kind);
    await fits(workbench, `Bank, ${kind}`);
  }
  await goTo(page, 'Flow');
  await expect(page.getByRole('tree', { name: 'Diagram' }).getByRole('treeitem').first()).toBeVisible();
  await fits(workbench, 'Flow');
});

test('the other views fit', { tag: '@page' }, async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await page.getByRole('button', { name: 'Show an SCA flow' }).click();
  const pane = page.getByRole('region', { name: 'Demonstrations' });
  await expect(pane).toContainText('Step 1 of 7');
  await page.keyboard.press('ArrowRight');
  await expect(pane).toContainText('Step 2 of 7');
  await fits(workbench, 'a demonstration');
  await pane.getByRole('button', { name: 'Leave' }).click();
  await goTo(page, 'Certificates');
  await expect(page.getByText('RFC 2253, as Java')).toBeVisible();
  await fits(workbench, 'Certificates');
  await page.getByRole('button', { name: 'New test certificate' }).click();
  await fits(workbench, 'a new certificate');
  await goTo(page, 'Environments');
  await page.getByRole('tab', { name: 'Signature profile' }).click();
  await fits(workbench, 'Signature profile');
  await page.getByRole('button', { name: 'New environment' }).click();
  await fits(workbench, 'Environments');
  await goTo(page, 'Runs');
  await fits(workbench, 'Runs');
  await goTo(page, 'Settings');
  await fits(workbench, 'Settings');
});
