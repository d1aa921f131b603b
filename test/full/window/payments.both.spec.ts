/** Payments and baskets through the window: from the form to the settled payment. */
import { expect, test } from '../../window/fixtures.ts';
import { call, chooseOperation, goTo, send } from '../../window/steps.ts';

test(
  'another product has its own example and its errors are reported field by field',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    const body = page.getByRole('textbox', { name: 'Body' });
    await page.getByLabel('payment-product').selectOption('sepa-credit-transfers');
    await expect(body).toHaveText(/Holzbau Lindner/);
    await body.fill('{ "instructedAmount": { "amount": "10", "currency": "EUR" }, "creditorName": "🎉" }');
    await page.getByLabel('payment-product').selectOption('cross-border-credit-transfers');
    await expect(body).toHaveText(/🎉/);
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why).toContainText('FORMAT_ERROR');
    // All of them in the headline, with limit and value, and nothing between it and the list.
    const faults = why.getByRole('list', { name: 'Faults that the bank names' });
    for (const fault of [
      'instructedAmount/amount: has 0 decimals, but EUR takes 2; found "10".',
      'creditorName: has a character that the payment systems cannot process (U+1F389); found "🎉".',
      'creditorAddress: is missing.',
    ])
      await expect(faults.getByText(fault, { exact: true })).toBeVisible();
    await expect(why).toContainText('"path": "creditorAddress"');
    await expect(why).toContainText('"path": "instructedAmount/amount"');
  },
);

test('an unsigned payment is deleted through its link', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.getByLabel('payment-product').selectOption('instant-norwegian-domestic-credit-transfers-straks');
  await send(page, '201 Created');
  await call(page, 'self', 'DELETE');
  await expect(page.getByRole('heading', { name: '204 No Content' })).toBeVisible();
  // A response without a body has nothing to sign and no schema, so nothing about it is left open.
  await page.getByRole('button', { name: '1 of 1 check passed' }).click();
  await expect(page.getByRole('list', { name: 'Verdicts' })).toContainText(
    'X-Request-ID matches the request',
  );
});

test(
  'VER-3: the settings show the release history of the interface',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Settings');
    await page.getByText('API releases (13)').click();
    await expect(page.getByRole('row', { name: /1\.23\.7 2026-09-04/ })).toBeVisible();
  },
);

test(
  'the body editor completes fields and values of the product with the keyboard',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await page.getByLabel('payment-product').selectOption('cross-border-credit-transfers');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill('');
    await body.press('{');
    await body.press('Control+Space');
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.filter({ hasText: 'creditorAddress' })).toContainText('required');
    await expect(options.filter({ hasText: 'paymentIds' })).toHaveCount(0);
    await body.pressSequentially('instructed');
    await expect(options.first()).toContainText('instructedAmount');
    await body.press('Enter');
    await expect(body).toHaveText('{"instructedAmount": {}}');
    // Inside of it its own fields are offered.
    await body.press('Control+Space');
    await expect(options.filter({ hasText: 'currency' })).toBeVisible();
    await body.press('Escape');
    await body.fill('{ "regulatoryReportingCode": ');
    await body.press('Control+End');
    await body.press('Control+Space');
    await expect(options.first()).toHaveText(/"14"/);
    // Tab leaves the editor, as it leaves every field.
    await body.press('Escape');
    await body.press('Tab');
    await expect(body).not.toBeFocused();
  },
);
