/** Payments and baskets through the window: from the form to the settled payment. */
import { expect, test } from './fixtures.ts';
import { approve, call, chooseOperation, create, giveConsent, goTo, send, textOf } from './steps.ts';

test(
  'a payment goes from its form through SCA by following its links',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await expect(page.getByRole('textbox', { name: 'Body' })).toHaveText(/Takk for lånet/);
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
  await page.getByRole('button', { name: 'Move the clock there' }).click();
  await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"ACSC"');
  await expect(page.getByRole('button', { name: 'Move the clock there' })).toBeHidden();
});

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
  await expect(page.getByText('1 of 1 passed', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Verdicts' })).toContainText(
    'X-Request-ID matches the request',
  );
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
  'errors in a body are reported at their line before sending, as the bank reports them after',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    const body = page.getByRole('textbox', { name: 'Body' });
    const faults = page.getByRole('list', { name: 'Problems in the body' }).getByRole('listitem');
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
