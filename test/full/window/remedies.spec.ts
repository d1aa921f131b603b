/** What the window offers after a refusal: it says what was set by hand, and undoes it with one click. */
import { expect, test } from '../../window/fixtures.ts';
import {
  answered,
  body,
  breakIt,
  call,
  chooseOperation,
  giveConsent,
  goTo,
  openHeaders,
  rawText,
  send,
  showAs,
  textOf,
} from '../../window/steps.ts';

test('a header left out by hand is named as the bank writes it', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await showAs(page, 'Raw');
  await rawText(page).fill('POST /v1/bank-offered-consents\nAccept: application/json\nX-Request-ID:');
  await send(page, '400 Bad Request');
  const said = 'Set by hand in this request: Accept. Left out of this request by hand: X-Request-ID.';
  await expect(page.getByText(said)).toBeVisible();
});

test('a deliberate fault is named beside what was set by hand, and each is undone on its own', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await page.getByLabel('Date', { exact: true }).fill('Mon, 05 Jan 2026 09:00:00 GMT');
  await breakIt(page, 'Serial in decimal');
  await expect(page.getByText('Sent with a deliberate fault: Serial in decimal.')).toBeVisible();
  await page.getByRole('button', { name: 'Fix and send again' }).click();
  await expect(page.getByText('Sent with a deliberate fault')).toHaveCount(0);
  await expect(page.getByText('Set by hand in this request: Date.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear and send again' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});

test('a refused PSU-ID is explained by what has changed: the certificate, or a reset', async ({
  workbench,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  await goTo(page, 'Certificates');
  await page.getByRole('button', { name: 'New test certificate' }).click();
  await page.getByLabel('organizationIdentifier', { exact: true }).fill('PSDNO-FSA-900000001');
  await page.getByRole('button', { name: 'Create certificate' }).click();
  await page.getByRole('button', { name: 'Use for signing' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  await send(page, '401 Unauthorized');
  const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
  await expect(why).toContainText('but the certificate belongs to PSDNO-FSA-900000001.');
  await expect(why).not.toContainText('reset');
  await page.getByLabel('PSU-ID', { exact: true }).fill('9d2c1d1e-7c0f-4f3e-9a51-0c3f4f0f9a11');
  await send(page, '401 Unauthorized');
  await expect(why).toContainText('The bank has been reset since it issued the PSU-ID');
});

test('a link does not replace the step before, and undo shows no response older than the last', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.getByLabel('payment-product').selectOption('sepa-credit-transfers');
  await send(page, '201 Created');
  const created = await textOf(body(page));
  const tabs = page
    .getByRole('navigation', { name: 'Open requests' })
    .getByRole('button', { name: /^(POST|GET) / });
  await call(page, 'status', 'GET');
  await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
  await expect(tabs).toHaveCount(2);
  await tabs.first().click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  expect(await textOf(body(page))).toBe(created);
  // Read again, the status has its tab already.
  await call(page, 'status', 'GET');
  await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
  await expect(tabs).toHaveCount(2);
  await tabs.first().click();
  await openHeaders(page);
  await page.getByLabel('Date', { exact: true }).fill('Mon, 05 Jan 2026 09:00:00 GMT');
  await send(page, '400 Bad Request');
  await page.getByRole('heading', { name: '400 Bad Request' }).click();
  const ofOther = page.getByText('This is the response to another version of the request.');
  await page.keyboard.press('Control+z');
  await expect(ofOther).toBeVisible();
  await expect(page.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(ofOther).toBeHidden();
  await expect(page.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
});

test('in the sandbox, the trust in the certificate is shown as not checked', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'List accounts');
  await send(page, '401 Unauthorized');
  await page.getByRole('button', { name: '12 checks passed' }).click();
  await expect(page.getByText('Certificate trusted: not checked in the sandbox')).toBeVisible();
});

test('a misspelt path is told the nearest one of the catalogue, and one click sends to it', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await showAs(page, 'Raw');
  await rawText(page).fill('GET /v1/acounts?withBalance=true');
  await send(page, '404 Not Found');
  await expect(page.getByText('Did you mean /v1/accounts?')).toBeVisible();
  await page.getByRole('button', { name: 'Send to /v1/accounts?withBalance=true' }).click();
  await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
  await expect(rawText(page)).toHaveText('GET /v1/accounts?withBalance=true');
});

test('a second identical payment is allowed with one click (PAY-16)', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  // The example differs each time that it is sent.
  await send(page, '201 Created');
  await send(page, '201 Created');
  await answered(page);
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await body(page).fill((await textOf(body(page))).replace('{{$text}}', 'again'));
  await send(page, '201 Created');
  await send(page, '409 Conflict');
  await page.getByRole('button', { name: 'Allow the duplicate and send again' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});
