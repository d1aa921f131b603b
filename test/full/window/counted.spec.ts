/** Everyday work, counted from the first screen: every click, and a choice from a list as two. What is typed is not counted, nor Ctrl Enter to send. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { answer, answered, body, chooseOperation, goTo, textOf } from '../../window/steps.ts';

/** A hand that counts. */
function counting() {
  let clicks = 0;
  return {
    click: async (target: Locator) => {
      clicks++;
      await target.click();
    },
    choose: async (list: Locator, value: string) => {
      clicks += 2;
      await list.selectOption(value);
    },
    clicks: () => clicks,
  };
}

test('a payment is settled within seven clicks, in one view', async ({ workbench }) => {
  const { page, psuPage } = workbench;
  const { click, clicks } = counting();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Requests' }));
  await click(
    page.getByRole('navigation', { name: 'Operations' }).getByRole('button', { name: 'POST Create payment' }),
  );
  await page.keyboard.press('Control+Enter');
  await click(button('Start authorisation'));
  await expect(button("Open the bank's page")).toBeVisible();
  const bank = await psuPage(() => click(button("Open the bank's page")));
  await click(bank.getByRole('button', { name: 'Continue' }));
  await click(bank.getByRole('button', { name: 'Approve' }));
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await page.bringToFront();
  await click(button('Run a batch now'));
  await expect(answer(page)).toContainText('"ACSC"');
  expect(clicks()).toBeLessThanOrEqual(7);
});

test('a basket of three payments gets its second signature within 18 clicks, and no id is copied', async ({
  workbench,
}) => {
  const { page, psuPage } = workbench;
  const { click, choose, clicks } = counting();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
  const operation = (title: string) =>
    page.getByRole('navigation', { name: 'Operations' }).getByRole('button', { name: `POST ${title}` });
  const atBank = async (open: Locator, approve: string, national?: string) => {
    const bank = await psuPage(() => click(open));
    if (national !== undefined) await bank.getByLabel('National identity number').fill(national);
    await click(bank.getByRole('button', { name: 'Continue' }));
    await click(bank.getByRole('button', { name: approve }));
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
    await page.bringToFront();
  };
  // A basket needs a PSU, whom the first SCA brings.
  await click(page.getByRole('button', { name: 'Send your first signed request' }));
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await atBank(button("Open the bank's page"), 'Approve');
  await click(operation('Create payment'));
  await choose(page.getByLabel('payment-product'), 'norwegian-cross-border-credit-transfers');
  // Each is more than Eirik may approve alone.
  const text = (await textOf(body(page))).replace('2400.00', '5000.00');
  await click(body(page));
  await body(page).fill(text);
  for (let payment = 0; payment < 3; payment++) {
    await page.keyboard.press('Control+Enter');
    await answered(page);
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  }
  await click(operation('Create signing basket'));
  await click(button('Put in the 3 recent payments'));
  await page.keyboard.press('Control+Enter');
  await click(button('Start authorisation'));
  await expect(button("Open the bank's page")).toBeVisible();
  await atBank(button("Open the bank's page"), 'Approve all');
  await atBank(button('Ask another signer'), 'Approve all', '02867920075');
  // With both signatures, there is nobody else to ask.
  await expect(button('Get status')).toBeVisible();
  await expect(button('Ask another signer')).toBeHidden();
  await click(button('Get status'));
  await expect(answer(page)).toContainText('"ACTC"');
  expect(clicks()).toBeLessThanOrEqual(18);
  // Whoever signed last stays the PSU, unless one wants the first again.
  const status = page.getByRole('contentinfo', { name: 'Status' });
  await expect(status).not.toContainText('Eirik Solbakken');
  await expect(status.getByText('Fjellheim Bygg AS', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Requests now act as .+, who signed last\.$/)).toBeVisible();
  await button('Act as Eirik Solbakken again').click();
  await expect(status).toContainText('Eirik Solbakken');
  await expect(page.getByText(/^Requests now act as/)).toBeHidden();
  await button('Sign and send').click();
  await answered(page);
  await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
  // Signed payments are not offered again.
  await operation('Create signing basket').click();
  await expect(page.getByText('No recent payment can be added.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Put in/ })).toBeHidden();
  // The bank names both signers.
  await view('Bank').click();
  await page.getByRole('button', { name: /^Baskets/ }).click();
  await page
    .getByRole('region', { name: 'List' })
    .getByRole('row')
    .last()
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Basket' })).toContainText(/Signed byEirik [^,]+, \w+/);
});

test('ten requests are saved within twenty clicks', async ({ workbench }) => {
  const { page } = workbench;
  const { click, clicks } = counting();
  const tree = page.getByRole('navigation', { name: 'Operations' });
  await click(page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Requests' }));
  const names = await tree.getByRole('button', { name: /^GET / }).allTextContents();
  for (const name of names.slice(0, 10)) {
    await click(tree.getByRole('button', { name: name.replace('GET', 'GET ') }).first());
    await page.keyboard.press('Control+s');
    const form = page.getByRole('form', { name: 'Save request' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
  }
  // In one flow.
  await expect(page.getByRole('treeitem')).toHaveCount(11);
  expect(clicks()).toBeLessThanOrEqual(20);
});

test('the keyboard leads from the composer to the response within eight keys, with 27 tabs open', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  const bar = page.getByRole('navigation', { name: 'Open requests' });
  const add = bar.getByRole('button', { name: 'New tab' });
  for (let tabs = 1; tabs < 27; tabs++) await add.click();
  await expect(bar.getByRole('listitem')).toHaveCount(27);
  await chooseOperation(page, 'Ask for consent');
  const response = page.getByRole('region', { name: 'Response', exact: true });
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const isIn = (pane: Locator) => pane.evaluate((element) => element.contains(document.activeElement));
  // From the first tab stop of the composer, by panes.
  await bar.getByRole('button', { name: 'POST Ask for consent' }).focus();
  await press('Control+Enter');
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await press('F6');
  await press('F6');
  await expect(response).toBeFocused();
  await press('Tab');
  expect(await isIn(response)).toBe(true);
  expect(keys).toBeLessThanOrEqual(8);
  // All tabs are one stop, and so is the list of operations.
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('region', { name: 'Request', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(bar).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('button', { name: 'POST Ask for consent' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(add).toBeFocused();
  // Around: the request, the response, the views, the status line, the tree.
  for (let pane = 0; pane < 4; pane++) await page.keyboard.press('F6');
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.getByRole('navigation', { name: 'Operations' })).toBeFocused();
});

test('an id is chosen from those that the bank has answered with, by mouse and by keyboard', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await answered(page);
  await chooseOperation(page, 'Read payment');
  const field = page.getByRole('combobox', { name: 'payment-id' });
  await field.focus();
  const list = page.getByRole('listbox', { name: 'Recent values of payment-id' });
  await expect(list).toBeHidden();
  await page.keyboard.press('Control+Space');
  await expect(list.getByRole('option')).toHaveText(
    /^NOK 1,250\.00 to Ingrid Haugen\d\d:\d\d:\d\d \S+enc!!\S+…\S+NDCT RCVD not signed$/,
  );
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(/^enc!!/);
  // After a reload, and by mouse.
  await page.reload();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Delete payment');
  await field.click();
  await list.getByRole('option').click();
  await expect(field).toHaveValue(/^enc!!/);
  // In a body, too.
  await chooseOperation(page, 'Create signing basket');
  await body(page).fill('{ "paymentIds": [""] }');
  for (let left = 0; left < 4; left++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: /NOK 1,250\.00/ }).click();
  await expect(body(page)).toHaveText(/"paymentIds": \["enc!![^"]+"\]/);
  // The bank refuses this product, so it is listed with the reason, and only one that the bank takes is put in.
  const putIn = page.getByRole('button', { name: /^Put in/ });
  await expect(page.getByText('No recent payment can be added.')).toBeVisible();
  await expect(putIn).toBeHidden();
  await chooseOperation(page, 'Create payment');
  await page.getByLabel('payment-product').selectOption('norwegian-cross-border-credit-transfers');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await answered(page);
  await chooseOperation(page, 'Create signing basket');
  await expect(putIn).toHaveText('Put in the recent payment');
  await page.getByRole('button', { name: 'Payments…' }).click();
  const payments = page.getByRole('group', { name: 'Payments…' });
  const refused = payments.getByRole('checkbox', { name: /NDCT RCVD.*product not accepted in baskets/ });
  const fitting = payments.getByRole('checkbox', { name: /NCBCT RCVD/ });
  await expect(refused).toBeVisible();
  await page.keyboard.press('Escape');
  await putIn.click();
  await page.getByRole('button', { name: 'Payments…' }).click();
  await expect(fitting).toBeChecked();
  await expect(refused).not.toBeChecked();
  await page.keyboard.press('Escape');
  // A bank that has been reset knows none of them.
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: 'Reset…' }).click();
  await page.getByRole('button', { name: 'Reset the bank' }).click();
  await expect(page.getByText('The bank has been reset')).toBeVisible();
  await goTo(page, 'Requests');
  await expect(page.getByRole('button', { name: /^Put in/ })).toBeHidden();
  await chooseOperation(page, 'Delete payment');
  await field.fill('');
  await field.press('Control+Space');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
});
