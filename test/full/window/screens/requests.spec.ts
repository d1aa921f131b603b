/** What is composed, answered, refused and approved, in the three themes: see `screen`. */
import type { Page } from '@playwright/test';
import { expect, test, type Workbench } from '../../../window/fixtures.ts';
import {
  call,
  breakIt,
  chooseOperation,
  getAccounts,
  goTo,
  openFirstDoor,
  openPsuPage,
  ownSignature,
  rawText,
  showAs,
} from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

test('first start, responses and the pages of the bank', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await expect(page.getByText('(request-target): post')).toBeVisible();
  await screen(page, 'first-start');

  await goTo(page, 'History');
  await expect(page.getByText('Every request you send is listed here.')).toBeVisible();
  await screen(page, 'history-empty');
  await goTo(page, 'Requests');
  await screen(page, 'requests-empty');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('payment');
  await screen(page, 'palette');
  await page.keyboard.press('Escape');

  await goTo(page, 'Start');
  await openFirstDoor(page);
  await screen(page, 'consent-answered');
  await psuPages(workbench);
  await screen(page, 'sca-returned');
  await getAccounts(page);
  await screen(page, 'accounts');
  await bodies(page);
  await page.getByRole('tab', { name: 'Wire' }).click();
  await screen(page, 'wire');
  await page.getByRole('tab', { name: 'Response', exact: true }).click();
  await page.getByRole('button', { name: 'transactions of Brukskonto' }).click();
  await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
  await screen(page, 'transactions');
});

test('drafts and payments', async ({ workbench }) => {
  test.slow();
  await goTo(workbench.page, 'Requests');
  await composers(workbench.page);
  await payments(workbench);
});

test('refusals, history and settings', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Requests');
  await refusals(page);
  await goTo(page, 'History');
  await page.getByRole('button', { name: 'List accounts' }).first().click();
  await expect(page.getByRole('heading', { name: /400 Bad Request/ })).toBeVisible();
  await screen(page, 'history');
  await goTo(page, 'Settings');
  await screen(page, 'settings');
  await page.getByText('API releases (13)').click();
  await screen(page, 'settings-history');
  await page.route('**/rpc/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Cannot reach the workbench' })).toBeVisible();
  await screen(page, 'unreachable');
});

async function composers(page: Page): Promise<void> {
  await chooseOperation(page, 'Create payment');
  const body = page.getByRole('textbox', { name: 'Body' });
  await body.fill('{ "instructedAmount": { "amount": "1.234", "currency": "NOK" }, ');
  await body.press('Control+End');
  await body.press('Control+Space');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await screen(page, 'body-editor');
  await body.press('Escape');
  await showAs(page, 'Raw');
  const raw = rawText(page);
  await raw.fill('GET /v1/accounts?withBalance=true\nPSU-IP-Address: 198.51.100.7\nno header');
  await expect(page.getByText('Line 3:').first()).toBeVisible();
  await screen(page, 'request-raw');
  await raw.fill('GET /v1/accounts?withBalance=true');
  await showAs(page, 'Form');
}

async function bodies(page: Page): Promise<void> {
  const as = (label: string) =>
    page.getByRole('group', { name: 'Show the body as' }).getByText(label, { exact: true }).click();
  await page.getByRole('tab', { name: 'Body' }).click();
  await page.getByRole('searchbox', { name: 'Search the body' }).fill('konto');
  await expect(page.getByRole('region', { name: 'Body as text' }).locator('mark').first()).toBeVisible();
  await screen(page, 'body-text');
  await as('Tree');
  await page.getByRole('treeitem', { name: /accounts/ }).click();
  await page.getByRole('treeitem', { name: '0: object' }).click();
  await screen(page, 'body-tree');
  await as('JSONPath');
  await page.getByRole('textbox', { name: 'JSONPath' }).fill('$..balanceAmount.amount');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Matching values' })).toBeVisible();
  await screen(page, 'body-jsonpath');
}

async function psuPages(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  const bank = await openPsuPage(workbench);
  await expect(page.getByRole('heading', { name: 'The PSU is at the bank' })).toBeVisible();
  await screen(page, 'sca-waiting');
  await screen(bank, 'psu-identify');
  await bank.getByLabel('National identity number').fill('1');
  await bank.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.getByRole('alert')).toBeVisible();
  await screen(bank, 'psu-identify-wrong');
  await bank.getByLabel('National identity number').fill('13839319910');
  await bank.getByRole('button', { name: 'Continue' }).click();
  await screen(bank, 'psu-consent');
  const address = bank.url();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await screen(bank, 'psu-returned');
  await bank.goto(address);
  await screen(bank, 'psu-used');
  await bank.goto(new URL('/bank', address).href);
  await screen(bank, 'own-bank-sign-in');
  await bank.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.getByRole('button', { name: 'Revoke Fjordpay AS' })).toBeVisible();
  await screen(bank, 'own-bank');
}

async function payments(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await chooseOperation(page, 'Create payment');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await screen(page, 'payment-created');
  await call(page, 'startAuthorisation', 'POST');
  const bank = await openPsuPage(workbench);
  await bank.getByRole('button', { name: 'Continue' }).click();
  await screen(bank, 'psu-payment');
  const address = bank.url();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await screen(page, 'payment-approved');
  await bank.goto(new URL('/bank?nationalId=13839319910', address).href);
  await screen(bank, 'own-bank-payments');
  await bank.close();
}

async function refusals(page: Page): Promise<void> {
  await chooseOperation(page, 'List accounts');
  await ownSignature(page);
  await screen(page, 'own-signature');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: 'Signing string, line by line' })).toBeVisible();
  await screen(page, 'refused-signature');
  await page.getByRole('button', { name: 'Restore Signature' }).click();
  await page.getByRole('button', { name: 'Restore X-Request-ID' }).click();
  await page.getByLabel('Date', { exact: true }).fill('Fri, 20 Nov 2020 09:42:07 GMT');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('TIMESTAMP_INVALID').first()).toBeVisible();
  await screen(page, 'refused-date');
  await page.getByRole('button', { name: 'Restore Date' }).click();
  await breakIt(page, 'Serial in decimal');
  await expect(page.getByText('CERTIFICATE_INVALID').first()).toBeVisible();
  await screen(page, 'break-it');
}
