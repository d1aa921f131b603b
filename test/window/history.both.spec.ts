/** Two exchanges side by side. */
import { expect, test } from './fixtures.ts';
import { call, chooseOperation, giveConsent, goTo, send } from './steps.ts';

test(
  'a correct request and a faulty one are compared line by line',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText(
      /connect \d[\d.]* ms, TLS handshake \d[\d.]* ms, bank \d[\d.]* ms/,
    );
    await page.getByLabel('Break it').selectOption({ label: 'Serial in decimal' });
    await send(page, '400 Bad Request');
    await goTo(page, 'History');
    const rows = page.getByRole('region', { name: 'Requests sent and received' }).getByRole('row');
    await rows.nth(1).getByRole('button', { name: 'Ask for consent' }).click();
    // Read from the database again.
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"tppMessages"');
    await rows
      .nth(2)
      .getByRole('button', { name: 'Compare the selected request with Ask for consent' })
      .click();
    const both = page.getByRole('region', { name: 'Comparison' });
    await expect(both.getByText('400 Bad Request', { exact: true })).toBeVisible();
    await expect(both.getByText('201 Created', { exact: true })).toBeVisible();
    const line = (text: string) => both.getByRole('row').filter({ hasText: text });
    // What is new with every request differs; what is not stands on both sides.
    await expect(line('X-Request-ID:').first()).toHaveAttribute('data-differs', 'true');
    await expect(line('PSU-IP-Address: 203.0.113.24').first()).toHaveAttribute('data-differs', 'false');
    // Nobody compares base64 by eye, unless somebody wants to.
    const certificate = line('TPP-Signature-Certificate:').first();
    await expect(certificate).toContainText(/: \S{60}…\S{20} \(\d,\d{3} characters\)/);
    await both.getByRole('button', { name: 'Show long values whole' }).first().click();
    await expect(certificate).toContainText(/: [\w+/=]{1000}/);
    await both.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toBeVisible();
  },
);

test(
  'the history finds IDs, codes and texts of bodies, lists the SCA with its redirect, and leads to the bank and back',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Create payment');
    await send(page, '201 Created');
    await page.getByLabel('Break it').selectOption({ label: 'Serial in decimal' });
    await send(page, '400 Bad Request');
    await goTo(page, 'History');
    const list = page.getByRole('region', { name: 'Requests sent and received' });
    const rows = list.getByRole('row').filter({ hasNot: page.getByRole('columnheader') });
    await expect(rows.first()).toContainText('Local bank');
    await expect(rows.first()).toContainText('CERTIFICATE_INVALID');
    // Its times are the machine's and say their zone: those of the bank are in Oslo.
    await expect(rows.first()).toContainText(/\d\d:\d\d:\d\d CES?T/);
    // The page that was opened, the decision, the redirect.
    await expect(rows.filter({ hasText: 'SCA' })).toHaveCount(3);
    // Also in a small window, each row is one line, that of a refusal two, and what is cut off is in its title.
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(rows.nth(1).getByTitle('POST /v1/', { exact: false })).toBeVisible();
    await expect
      .poll(() =>
        rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height))),
      )
      .toBeLessThan(45);
    await rows.nth(0).getByRole('button', { name: 'Create payment' }).click();
    await rows.nth(1).getByRole('button', { name: 'Compare the selected request' }).click();
    const both = page.getByRole('region', { name: 'Comparison' });
    const lines = both.getByRole('row');
    // What is equal is folded, but for the lines around what differs.
    const fold = both.getByRole('button', { name: /Show \d+ equal lines/ }).first();
    await fold.waitFor();
    const before = await lines.count();
    await fold.click();
    await expect.poll(() => lines.count()).toBeGreaterThan(before);
    await both.getByRole('button', { name: 'Close' }).click();
    const search = list.getByRole('searchbox');
    await search.fill('CERTIFICATE_INVALID local');
    await expect(rows).toHaveCount(1);
    // The status alone might by chance be a part of an id of the other one.
    await search.fill('createPayment 201 transactionStatus');
    await expect(rows.filter({ hasText: '201' })).toHaveCount(1);
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: 'Create payment', exact: true }).click();
    await page.getByRole('button', { name: 'Open payment' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeAttached();
    await page.getByRole('button', { name: 'Show in History' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Create payment');
    // From the response to the basket, the payment and the SCA at the bank, and from there to the flow.
    await goTo(page, 'Requests');
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await chooseOperation(page, 'Create payment');
    await send(page, '201 Created');
    await call(page, 'startAuthorisation', 'POST');
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await response.getByRole('button', { name: 'Open SCA session' }).click();
    const row = page.getByRole('row', { selected: true });
    await expect(row).toContainText('twb-');
    await row.getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Flow' })).toBeAttached();
    await expect(page.getByRole('tree', { name: 'Diagram' })).toContainText('PSU');
    await goTo(page, 'Requests');
    await response.getByRole('button', { name: 'Show in History' }).click();
    await expect(page.getByRole('row', { selected: true })).toContainText('/authorisations');
  },
);
