/** Payments and baskets through the window: from the form to the settled payment. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  approve,
  call,
  chooseOperation,
  create,
  giveConsent,
  goTo,
  openHeaders,
  send,
  textOf,
} from './steps.ts';

/** Opens the operation that creates a payment. @returns its body, and what the editor says of that */
async function openPayment(page: Page) {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  const body = page.getByRole('textbox', { name: 'Body' });
  const faults = page.getByRole('list', { name: 'Problems in the body' }).getByRole('listitem');
  return { body, faults };
}

test(
  'a payment goes from its form through SCA by following its links',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { body } = await openPayment(page);
    await expect(body).toHaveText(/Takk for lånet/);
    await send(page, '201 Created');
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"RCVD"');
    await call(page, 'startAuthorisation', 'POST');
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"started"');
    const shown = await approve(workbench, 'Approve');
    expect(shown).toContain('Ingrid Haugen');
    expect(shown).toContain('NOK 1,250.00');
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"PDNG"');
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"fundsAvailable": true');
    await expect(page.getByText('SCA succeeded.')).toBeHidden();
    // What it waits for is said, and one click gets there.
    const waits = page.getByText(
      /^The payment waits for the batch of \w+, \d+ \w+ \d{4} \d\d:\d\d, Oslo time\./,
    );
    await expect(waits).toBeVisible();
    await page.getByRole('button', { name: 'Run a batch now' }).click();
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"ACSC"');
    await expect(page.getByText('The payment is settled: the money has moved.')).toBeVisible();
    await expect(waits).toBeHidden();
  },
);

test('the clock is moved to the batch that a payment waits for', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await create(page, 'sepa-credit-transfers');
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve');
  await page.getByRole('button', { name: 'Get status' }).click();
  await expect(page.getByText(/takes the bank's clock .+ forward/)).toBeVisible();
  await page.getByRole('button', { name: 'Move the clock there' }).click();
  await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"ACSC"');
  await expect(page.getByRole('button', { name: 'Move the clock there' })).toBeHidden();
  // The bank as it was comes back, with its time.
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: 'Back to now…' }).click();
  await expect(page.getByRole('region', { name: 'Bank clock' })).toContainText('before the clock moved');
  await page.getByRole('button', { name: 'Restore the bank and go back' }).click();
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('real time');
  await goTo(page, 'Requests');
  await send(page, '200 OK');
  await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"PDNG"');
});

test(
  'a corporate basket approves two payments with one SCA and shows its status',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    // What the redirect brought stays with its request.
    await chooseOperation(page, 'Create payment');
    await expect(page.getByText('SCA succeeded.')).toBeHidden();
    const ids: string[] = [];
    for (const amount of ['100.00', '200.00']) {
      await chooseOperation(page, 'Create payment');
      await page.getByLabel('payment-product').selectOption('norwegian-cross-border-credit-transfers');
      const body = page.getByRole('textbox', { name: 'Body' });
      await body.fill((await textOf(body)).replace('2400.00', amount));
      await send(page, '201 Created');
      const text = await page.getByRole('list', { name: 'Response body' }).innerText();
      ids.push(/"paymentId": "([^"]+)"/.exec(text)?.[1] ?? '');
    }
    await chooseOperation(page, 'Create signing basket');
    await openHeaders(page);
    await expect(page.getByLabel('x-accept-fix')).toHaveValue('amount-as-string');
    await page.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify({ paymentIds: ids }));
    await send(page, '201 Created');
    await call(page, 'startAuthorisation', 'POST');
    const shown = await approve(workbench, 'Approve all');
    expect(shown).toContain('GBP 100.00');
    expect(shown).toContain('GBP 200.00');
    await expect(page.getByRole('contentinfo')).toContainText('CORPORATE');
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"ACTC"');
  },
);

test(
  'errors in a body are reported at their line before sending, as the bank reports them after',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { body, faults } = await openPayment(page);
    await expect(faults).toHaveCount(0);
    await body.fill((await textOf(body)).replace('"1250.00"', '"1250.001"'));
    await expect(faults).toHaveCount(1);
    const text = await faults.first().locator('span').innerText();
    await faults.first().getByRole('button', { name: 'Line 3' }).click();
    await expect(body).toBeFocused();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Why did the bank refuse?' })).toContainText(text);
    await body.fill('{ "instructedAmount": ');
    await expect(faults.first()).toContainText('This is not valid JSON');
    await expect(page.getByRole('button', { name: 'Format', exact: true })).toBeDisabled();
    await body.fill('{"a":1}');
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await expect.poll(() => textOf(body)).toBe('{\n  "a": 1\n}');
  },
);

test(
  'PAY-2: a member that the bank does not know is marked, and a verdict says that the bank has left it out',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    const { body, faults } = await openPayment(page);
    await body.fill((await textOf(body)).replace('{', '{"chargeBearer": "SLEV",'));
    await expect(faults).toHaveText([/chargeBearer: The bank does not know this member and leaves it out\./]);
    await send(page, '201 Created');
    await expect(
      page.getByText('The bank has left out what it does not know in the body: chargeBearer'),
    ).toBeVisible();
  },
);
