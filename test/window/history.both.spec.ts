/** Two exchanges side by side. */
import { expect, test } from './fixtures.ts';
import { breakIt, call, chooseOperation, giveConsent, goTo, send } from './steps.ts';

test(
  'a correct request and a faulty one are compared in the whole place: what matters in a sentence, noise folded, words marked',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText(
      /bank \d[\d.]* of \d[\d.]* ms/,
    );
    await breakIt(page, 'Serial in decimal');
    await expect(page.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
    await goTo(page, 'History');
    const rows = page.getByRole('region', { name: 'Requests sent and received' }).getByRole('row');
    await rows.nth(1).getByRole('button').click();
    // Read from the database again.
    await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"tppMessages"');
    const compare = page.getByRole('button', { name: 'Compare with…' });
    const choosing = page.getByText('Choose the request to compare the selected one with.');
    await compare.click();
    await page.keyboard.press('Escape');
    await expect(choosing).toBeHidden();
    await compare.click();
    await rows.nth(2).getByRole('button', { name: 'Ask for consent' }).click();
    const both = page.getByRole('region', { name: 'Comparison' });
    await expect(choosing).toBeHidden();
    const a = both.getByRole('region', { name: 'Exchange A' });
    const b = both.getByRole('region', { name: 'Exchange B' });
    await expect(a).toContainText('Ask for consent400 CERTIFICATE_INVALID');
    await expect(b).toContainText('Ask for consent201');
    await expect(both.getByText('2 differences matter. Look at keyId and the status.')).toBeVisible();
    const line = (text: string) => both.getByRole('row').filter({ hasText: text });
    await expect(line('keyId:').locator('mark')).toHaveCount(2);
    // What is new with every request is folded, as is what is the same.
    // Of two requests in one second, the Date is the same.
    const noise = both
      .getByRole('button', { name: /^Noise: (?:Date, )?X-Request-ID, .*Signature.* differ/ })
      .first();
    await expect(line('X-Request-ID:')).toHaveCount(0);
    await noise.click();
    await expect(line('X-Request-ID:')).toHaveAttribute('data-differs', 'true');
    await expect(line('PSU-IP-Address: 203.0.113.24')).toHaveAttribute('data-differs', 'false');
    await noise.click();
    await expect(line('PSU-IP-Address:')).toHaveCount(0);
    await both.getByText('Everything', { exact: true }).click();
    await expect(noise).toHaveCount(0);
    // Nobody compares base64 by eye, unless somebody wants to.
    const certificate = line('TPP-Signature-Certificate:').first();
    await expect(certificate).toContainText(/: \S{60}…\S{20} \(\d,\d{3} characters\)/);
    await both.getByRole('button', { name: 'Show long values whole' }).first().click();
    await expect(certificate).toContainText(/: [\w+/=]{1000}/);
    await both.getByRole('button', { name: 'Swap A and B' }).click();
    await expect(a).toContainText('201');
    await page.keyboard.press('Escape');
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
    await breakIt(page, 'Serial in decimal');
    await expect(page.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
    await goTo(page, 'History');
    const list = page.getByRole('region', { name: 'Requests sent and received' });
    const rows = list.getByRole('row').filter({ hasNot: page.getByRole('rowheader') });
    await expect(rows.first()).toContainText('Local bank');
    await expect(rows.first()).toContainText('CERTIFICATE_INVALID');
    // Each day has its head, which names the zone.
    await expect(list.getByRole('rowheader').first()).toContainText(/^\w+day, \d+ \w+ \d{4}, Oslo time$/);
    await expect(rows.first()).toContainText(/\d\d:\d\d:\d\d/);
    // The page that was opened, the decision, the redirect.
    await expect(rows.filter({ hasText: 'SCA' })).toHaveCount(3);
    // Also in small windows, nothing of a row is cut off; each is one stop, and arrows move.
    await expect(rows.first()).toContainText(/400POST \/v1\/payments\/[a-z-]+CERT/);
    for (const [width, height] of [
      [1280, 720],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cut = () =>
        list.evaluate((one) =>
          // But for what only a screen reader gets.
          [one, ...one.querySelectorAll('tr, tr *')].some(
            (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1,
          ),
        );
      await expect.poll(cut, String(width)).toBe(false);
    }
    await rows.nth(0).getByRole('button').click();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1).getByRole('button')).toBeFocused();
    expect(await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('button').length))).toEqual(
      Array.from({ length: await rows.count() }, () => 1),
    );
    const search = list.getByRole('searchbox');
    await search.fill('CERTIFICATE_INVALID local');
    await expect(rows).toHaveCount(1);
    // The status alone might by chance be a part of an id of the other one.
    await search.fill('createPayment 201 transactionStatus');
    await expect(rows.filter({ hasText: '201' })).toHaveCount(1);
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: 'Create payment' }).click();
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
