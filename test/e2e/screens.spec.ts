/**
 * Every screen in the three themes: axe finds nothing, and a picture is kept in docs/screenshots when
 * TPP_SCREENSHOTS is set (`npm run screenshots`).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type Workbench } from './fixtures.ts';
import {
  approve,
  call,
  chooseOperation,
  corporateBasket,
  goTo,
  openFirstDoor,
  openPsuPage,
  send,
  bankKind,
  openAccount,
} from './steps.ts';

const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const THEMES = ['light', 'dark', 'contrast'] as const;
type Theme = (typeof THEMES)[number];

async function screen(page: Page, name: string, theme: Theme): Promise<void> {
  // A tooltip or focus ring left from the last step does not belong to the picture.
  await page.mouse.move(0, 0);
  if (process.env['TPP_SCREENSHOTS']) {
    mkdirSync(FOLDER, { recursive: true });
    await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: 'disabled' });
  }
  // The structure is the same in every theme; only the colours are not.
  const axe = new AxeBuilder({ page });
  const { violations } = await (theme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
      `${name} in ${theme}`,
    )
    .toEqual([]);
  expect
    .soft(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      `${name} scrolls sideways`,
    )
    .toBe(true);
}

async function dress(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({
    colorScheme: theme === 'light' ? 'light' : 'dark',
    contrast: theme === 'contrast' ? 'more' : 'no-preference',
  });
}

for (const theme of THEMES) {
  test(`every screen, ${theme}`, async ({ workbench }) => {
    test.slow();
    const { page } = workbench;
    await dress(page, theme);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.getByText('(request-target): post')).toBeVisible();
    await screen(page, 'first-start', theme);

    await goTo(page, 'History');
    await expect(page.getByText('Everything that is sent is kept here.')).toBeVisible();
    await screen(page, 'history-empty', theme);
    await goTo(page, 'Requests');
    await screen(page, 'requests-empty', theme);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('payment');
    await screen(page, 'palette', theme);
    await page.keyboard.press('Escape');

    await goTo(page, 'Start');
    await openFirstDoor(page);
    await screen(page, 'consent-answered', theme);
    await psuPages(workbench, theme);
    await screen(page, 'sca-returned', theme);
    await page.getByRole('button', { name: /Get the accounts/ }).click();
    await expect(page.getByRole('heading', { name: /Accounts of/ })).toBeVisible();
    await screen(page, 'accounts', theme);
    await bodies(page, theme);
    await page.getByRole('tab', { name: 'Wire' }).click();
    await screen(page, 'wire', theme);
    await page.getByRole('tab', { name: 'Answer' }).click();
    await page.getByRole('button', { name: 'transactions of Brukskonto' }).click();
    await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
    await screen(page, 'transactions', theme);
    await composers(page, theme);
    await payments(workbench, theme);
    await refusals(page, theme);
    await goTo(page, 'History');
    await page.getByRole('button', { name: 'List accounts' }).first().click();
    await expect(page.getByRole('heading', { name: /400 Bad Request/ })).toBeVisible();
    await screen(page, 'history', theme);
    await goTo(page, 'Settings');
    await screen(page, 'settings', theme);
    await page.getByText('API releases (13)').click();
    await screen(page, 'settings-history', theme);
    await page.route('**/rpc/**', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The workbench cannot be reached' })).toBeVisible();
    await screen(page, 'unreachable', theme);
  });
}

async function composers(page: Page, theme: Theme): Promise<void> {
  const as = (label: string) =>
    page.getByRole('group', { name: 'Show the request as' }).getByText(label).click();
  await chooseOperation(page, 'Create payment');
  const body = page.getByRole('textbox', { name: 'Body' });
  await body.fill('{ "instructedAmount": { "amount": "1.234", "currency": "NOK" }, ');
  await body.press('Control+End');
  await body.press('Control+Space');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await screen(page, 'body-editor', theme);
  await body.press('Escape');
  await as('Raw');
  const raw = page.getByRole('textbox', { name: 'Request' });
  await raw.fill('GET /v1/accounts?withBalance=true\nPSU-IP-Address: 198.51.100.7\nno header');
  await expect(page.getByText('Line 3:').first()).toBeVisible();
  await screen(page, 'request-raw', theme);
  await raw.fill('GET /v1/accounts?withBalance=true');
  await as('Form');
}

async function bodies(page: Page, theme: Theme): Promise<void> {
  const as = (label: string) =>
    page.getByRole('group', { name: 'Show the body as' }).getByText(label, { exact: true }).click();
  await page.getByRole('tab', { name: 'Body' }).click();
  await page.getByRole('searchbox', { name: 'Search the body' }).fill('konto');
  await expect(page.getByRole('region', { name: 'Body as text' }).locator('mark').first()).toBeVisible();
  await screen(page, 'body-text', theme);
  await as('Tree');
  await page.getByRole('treeitem', { name: /accounts/ }).click();
  await page.getByRole('treeitem', { name: '0: object' }).click();
  await screen(page, 'body-tree', theme);
  await as('JSONPath');
  await page.getByRole('textbox', { name: 'JSONPath' }).fill('$..balanceAmount.amount');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Found values' })).toBeVisible();
  await screen(page, 'body-jsonpath', theme);
}

async function psuPages(workbench: Workbench, theme: Theme): Promise<void> {
  const { page } = workbench;
  const bank = await openPsuPage(workbench);
  await dress(bank, theme);
  await expect(page.getByRole('heading', { name: 'The PSU is at the bank' })).toBeVisible();
  await screen(page, 'sca-waiting', theme);
  await screen(bank, 'psu-identify', theme);
  await bank.getByLabel('National identity number').fill('1');
  await bank.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.getByRole('alert')).toBeVisible();
  await screen(bank, 'psu-identify-wrong', theme);
  await bank.getByLabel('National identity number').fill('13839319910');
  await bank.getByRole('button', { name: 'Continue' }).click();
  await screen(bank, 'psu-consent', theme);
  const address = bank.url();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await screen(bank, 'psu-returned', theme);
  await bank.goto(address);
  await screen(bank, 'psu-used', theme);
  await bank.goto(new URL('/bank', address).href);
  await screen(bank, 'own-bank-sign-in', theme);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.getByRole('button', { name: 'Revoke Fjordpay AS' })).toBeVisible();
  await screen(bank, 'own-bank', theme);
}

async function payments(workbench: Workbench, theme: Theme): Promise<void> {
  const { page } = workbench;
  await chooseOperation(page, 'Create payment');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await screen(page, 'payment-created', theme);
  const link = page
    .locator('.link-row')
    .filter({ has: page.getByText('startAuthorisation', { exact: true }) });
  await link.getByRole('button', { name: 'POST', exact: true }).click();
  const bank = await openPsuPage(workbench);
  await dress(bank, theme);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await screen(bank, 'psu-payment', theme);
  const address = bank.url();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await screen(page, 'payment-approved', theme);
  await bank.goto(new URL('/bank?nationalId=13839319910', address).href);
  await screen(bank, 'own-bank-payments', theme);
  await bank.close();
}

async function refusals(page: Page, theme: Theme): Promise<void> {
  await chooseOperation(page, 'List accounts');
  const signature = page.getByLabel('Signature', { exact: true });
  // The signature over another request: well formed, and wrong.
  const other = await signature.inputValue();
  await page.getByLabel('X-Request-ID', { exact: true }).fill('changed-after-signing');
  await expect(signature).not.toHaveValue(other);
  await signature.fill(other);
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: 'Signing string, line by line' })).toBeVisible();
  await screen(page, 'refused-signature', theme);
  await page.getByRole('button', { name: 'Fill Signature in again' }).click();
  await page.getByRole('button', { name: 'Fill X-Request-ID in again' }).click();
  await page.getByLabel('Date', { exact: true }).fill('Fri, 20 Nov 2020 09:42:07 GMT');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('TIMESTAMP_INVALID').first()).toBeVisible();
  await screen(page, 'refused-date', theme);
  await page.getByRole('button', { name: 'Fill Date in again' }).click();
  await page.getByLabel('Break it').selectOption({ label: 'Serial in decimal' });
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('CERTIFICATE_INVALID').first()).toBeVisible();
  await screen(page, 'break-it', theme);
}

for (const theme of THEMES) {
  test(`certificates and environments, ${theme}`, async ({ workbench }) => {
    test.slow();
    const { page } = workbench;
    await dress(page, theme);
    await goTo(page, 'Certificates');
    await expect(page.getByText('RFC 2253, as Java')).toBeVisible();
    await screen(page, 'certificates', theme);
    await page.getByRole('button', { name: 'Export…' }).click();
    await screen(page, 'certificate-export', theme);
    await page.getByRole('button', { name: 'New test certificate' }).click();
    await screen(page, 'certificate-new', theme);
    await page.getByLabel('Certificate files').setInputFiles({
      name: 'letter.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Dear colleague, here is the key.'),
    });
    await expect(page.getByText('letter.txt is no certificate')).toBeVisible();
    await screen(page, 'certificate-import-failed', theme);
    await goTo(page, 'Environments');
    await expect(page.getByLabel('Base URL')).toBeVisible();
    await screen(page, 'environment-local', theme);
    await page.getByRole('button', { name: 'New environment' }).click();
    await expect(page.getByLabel('Trusted roots')).toBeVisible();
    await screen(page, 'environment-bank', theme);
    await goTo(page, 'Settings');
    await page.getByText('Set a passphrase', { exact: true }).click();
    await screen(page, 'settings-vault', theme);
  });
}

for (const theme of THEMES) {
  test(`the bank from inside, ${theme}`, async ({ workbench }) => {
    test.slow();
    const { page } = workbench;
    await dress(page, theme);
    await goTo(page, 'Bank');
    await screen(page, 'bank-empty', theme);
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await send(page, '201 Created');
    await call(page, 'startAuthorisation', 'POST');
    await approve(workbench, 'Approve');
    await goTo(page, 'Bank');
    await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
    await expect(page.getByRole('list', { name: 'Path so far' })).toBeVisible();
    await screen(page, 'bank-payment', theme);
    for (const kind of ['Accounts', 'Agreements', 'Quirks'] as const) {
      await bankKind(page, kind);
      await screen(page, `bank-${kind.toLowerCase()}`, theme);
    }
    await openAccount(page, 'Brukskonto');
    await screen(page, 'bank-account', theme);
    await goTo(page, 'Requests');
    await corporateBasket(workbench, ['100.00', '5000.00']);
    await call(page, 'startAuthorisation', 'POST');
    await approve(workbench, 'Approve all');
    await goTo(page, 'Bank');
    await bankKind(page, 'Baskets');
    await page.getByRole('region', { name: 'List' }).getByRole('row').last().getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Basket' })).toContainText('counts as PATC');
    await screen(page, 'bank-basket', theme);
    await page.getByRole('button', { name: 'Snapshots…' }).click();
    await screen(page, 'bank-snapshots', theme);
  });
}

/** What each place reads first, and what it says meanwhile. */
const WAITING = [
  ['Bank', 'bank.overview', 'Looking into the bank…'],
  ['Certificates', 'certificates.list', 'Reading the vault…'],
  ['Environments', 'environments.list', 'Reading the environments…'],
  ['History', 'history.list', 'Reading the history…'],
] as const;

for (const theme of THEMES)
  test(`every place while it reads, and when it cannot be read, ${theme}`, async ({ workbench }) => {
    test.slow();
    const { page } = workbench;
    await dress(page, theme);
    for (const [place, method, doing] of WAITING) {
      const name = place.toLowerCase();
      const held: (() => Promise<void>)[] = [];
      await page.route(`**/rpc/${method}`, (route) => void held.push(() => route.abort()));
      await page.reload();
      await goTo(page, place);
      await expect(page.getByText(doing)).toBeVisible();
      await screen(page, `${name}-loading`, theme);
      await Promise.all(held.map((release) => release()));
      await page.unroute(`**/rpc/${method}`);
      await page.route(`**/rpc/${method}`, (route) =>
        route.fulfill({
          json: { ok: false, error: { kind: 'internal', message: 'The disk cannot be read.' } },
        }),
      );
      await expect(page.getByRole('alert').first()).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('alert').first()).toContainText('The disk cannot be read.');
      await screen(page, `${name}-error`, theme);
      await page.unroute(`**/rpc/${method}`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    }
    await page.reload();
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).waitFor();
    let release: () => Promise<void> = async () => undefined;
    await page.route('**/rpc/requests.send', (route) => {
      release = () => route.abort();
    });
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('Waiting for the bank…')).toBeVisible();
    await screen(page, 'requests-waiting', theme);
    await release();
    await page.unroute('**/rpc/requests.send');
    await goTo(page, 'Bank');
    await page
      .getByRole('form', { name: 'Listener of the bank' })
      .getByRole('button', { name: 'Stop' })
      .click();
    await expect(page.getByRole('contentinfo')).toContainText('Bank stopped');
    await screen(page, 'bank-stopped', theme);
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('No answer.')).toBeVisible();
    await screen(page, 'requests-failed', theme);
    // A setting that cannot be saved is put back, and said.
    await goTo(page, 'Settings');
    await page.route('**/rpc/settings.change', (route) => route.abort());
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect(page.getByRole('alert')).toContainText('The workbench does not answer.');
    await screen(page, 'settings-error', theme);
    await page.unroute('**/rpc/settings.change');
    // A start that gets no answer, and one whose settings cannot be read.
    await page.route('**/rpc/settings.read', (route) =>
      route.fulfill({
        json: { ok: false, error: { kind: 'internal', message: 'The disk cannot be read.' } },
      }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The workbench cannot be reached' })).toBeVisible();
    await page.unroute('**/rpc/settings.read');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
  });

test('the smallest window', async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.reload();
  await expect(page.getByText('(request-target): post')).toBeVisible();
  await screen(page, 'small-first-start', 'light');
  await openFirstDoor(page);
  await screen(page, 'small-consent-answered', 'light');
  await expect(page.getByRole('button', { name: 'Sign and send' })).toBeInViewport();
  await expect(page.getByRole('button', { name: "Open the bank's page" })).toBeInViewport();
  await goTo(page, 'Certificates');
  await expect(page.getByText('RFC 2253, as Java')).toBeVisible();
  await screen(page, 'small-certificates', 'light');
  await goTo(page, 'Bank');
  await expect(page.getByRole('region', { name: 'Clock of the bank' })).toBeVisible();
  await screen(page, 'small-bank', 'light');
});

test('zoomed to 200 %, panes stand below each other, and nothing is out of reach', async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 720, height: 450 });
  await page.reload();
  await screen(page, 'zoomed-first-start', 'light');
  await expect(page.getByText('Bank running')).toBeInViewport();
  await openFirstDoor(page);
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeInViewport();
  await screen(page, 'zoomed-answer', 'light');
  await chooseOperation(page, 'List accounts');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeInViewport();
  await goTo(page, 'Bank');
  await openAccount(page, 'Brukskonto');
  await screen(page, 'zoomed-bank', 'light');
  for (const place of ['Certificates', 'Environments', 'History', 'Settings'] as const) {
    await goTo(page, place);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(place);
    await screen(page, `zoomed-${place.toLowerCase()}`, 'light');
  }
});
