/** Payments and baskets to their end: each product from its form to the settled payment, second signers, failures. */
import type { Page } from '@playwright/test';
import { PRODUCTS } from '../../../shared/xs2a/payment-products.ts';
import { TUESDAY } from '../../support/given-date.ts';
import { expect, test } from '../../window/fixtures.ts';
import {
  answer,
  approve,
  answered,
  body,
  corporateBasket,
  create,
  call,
  chooseOperation,
  getAccounts,
  giveConsent,
  goTo,
  openPsuPage,
  send,
  textOf,
  bankKind,
} from '../../window/steps.ts';
import { DAY } from '../../../shared/time.ts';
import { recordIfAsked } from '../../window/recorded.ts';

recordIfAsked();

const clock = (page: Page) => page.getByRole('region', { name: 'Bank clock' });

async function statusOf(page: Page, product: string, id: string): Promise<void> {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read status of payment');
  await page.getByLabel('payment-product').selectOption(product);
  await page.getByLabel('payment-id', { exact: true }).fill(id);
  await send(page, '200 OK');
}

async function runBatch(page: Page): Promise<void> {
  await goTo(page, 'Bank');
  await page.getByRole('button', { name: 'Run batch now' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Batch finished');
}

for (const { path, title, short } of PRODUCTS)
  test(
    `${title}: from its form through SCA${short === 'INDCTS' ? '' : ' and a batch'} to ACSC`,
    { tag: '@recorded' },
    async ({ workbench }) => {
      const { page } = workbench;
      await goTo(page, 'Requests');
      const id = await create(page, path);
      await call(page, 'startAuthorisation', 'POST');
      await approve(workbench, 'Approve');
      await page.getByRole('button', { name: 'Get status' }).click();
      if (short === 'INDCTS') {
        // Instant: approved is settled (PAY-6).
        await expect(answer(page)).toContainText('"ACSC"');
        return;
      }
      await expect(answer(page)).toContainText('"PDNG"');
      await runBatch(page);
      // The payment is the only one of the list; its path is drawn.
      await page
        .getByRole('region', { name: 'List' })
        .getByRole('row')
        .last()
        .getByRole('button')
        .first()
        .click();
      await expect(page.getByRole('figure', { name: /Now ACSC/ })).toBeVisible();
      await statusOf(page, path, id);
      await expect(answer(page)).toContainText('"ACSC"');
    },
  );

test('the batch books every item of a bulk payment', { tag: '@recorded' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create bulk payment');
  await send(page, '201 Created');
  await call(page, 'startAuthorisation', 'POST');
  expect(await approve(workbench, 'Approve')).toContain('Nordlys Elektro AS');
  await runBatch(page);
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Get status' }).click();
  await expect(answer(page)).toContainText('"ACSC"');
});

test('a periodic payment runs day by day until its last run', { tag: '@recorded' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Bank');
  await clock(page).getByText('Frozen').click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create periodic payment');
  await expect(body(page)).toContainText('{{today}}');
  const end = new Date(TUESDAY + 9 * DAY).toISOString().slice(0, 10);
  const example = JSON.parse(await textOf(body(page))) as Record<string, unknown>;
  // A field without a value is not written.
  const weekly = { ...example, dayOfExecution: undefined, frequency: 'Weekly', endDate: end };
  await body(page).fill(JSON.stringify(weekly));
  await send(page, '201 Created');
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve');
  await page.getByRole('button', { name: 'Get status' }).click();
  await expect(answer(page)).toContainText('"ACTC"');
  await goTo(page, 'Bank');
  for (let day = 0; day < 13; day++) {
    await clock(page).getByRole('button', { name: '+1 day' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('+1 day');
  }
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(answer(page)).toContainText('"ACSC"');
});

test(
  'a corporate basket waits for a second signer, who approves it',
  { tag: '@recorded' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    // Eirik may sign up to NOK 50,000 alone; GBP 5,000 are more (PAY-6a).
    await corporateBasket(workbench, ['100.00', '5000.00']);
    await call(page, 'startAuthorisation', 'POST');
    await approve(workbench, 'Approve all');
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(answer(page)).toContainText('"PATC"');
    // Payment by payment, and why the basket is what it is.
    await goTo(page, 'Bank');
    await bankKind(page, 'Baskets');
    await page
      .getByRole('region', { name: 'List' })
      .getByRole('row')
      .last()
      .getByRole('button')
      .first()
      .click();
    const basket = page.getByRole('region', { name: 'Basket' });
    await expect(basket).toContainText('counts as PATC');
    await expect(basket.getByRole('list', { name: 'Status history' }).getByRole('listitem')).toContainText([
      /RCVDThe basket was created\.$/,
      /PATC.*Eirik Solbakken approved/,
    ]);
    await expect(basket.getByRole('figure')).toHaveAccessibleName(
      'Now PATC, one signature. History: RCVD, PATC. Possible next: ACTC, RJCT.',
    );

    await goTo(page, 'Requests');
    const id = await page.getByLabel('basket-id', { exact: true }).inputValue();
    await chooseOperation(page, 'Authorise signing basket');
    await page.getByLabel('basket-id', { exact: true }).fill(id);
    await send(page, '201 Created');
    const bank = await openPsuPage(workbench);
    await bank.getByLabel('National identity number').fill('02867920075');
    await bank.getByRole('button', { name: 'Continue' }).click();
    await bank.getByRole('button', { name: /^Approve/ }).click();
    await expect(page.getByText('SCA succeeded.')).toBeVisible();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(answer(page)).toContainText('"ACTC"');
    await goTo(page, 'Bank');
    await expect(basket.getByRole('figure')).toHaveAccessibleName(
      /History: RCVD, PATC, ACTC\. Possible next: RJCT\./,
    );
  },
);

test(
  'a basket with one failing payment rejects that one, signs the others and shows the worst status',
  { tag: '@recorded' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    const [failing = '', signed = ''] = await corporateBasket(workbench, ['100.00', '200.00'], (text) =>
      text.includes('100.00') ? text.replace('86011300008', '86011301373') : text,
    );
    // Between creation and SCA the bank withdraws payments from one of the accounts (SCA-12).
    await goTo(page, 'Bank');
    await bankKind(page, 'Accounts');
    await page
      .getByRole('region', { name: 'List' })
      .getByRole('row', { name: /8601 ?13 ?01373/ })
      .getByRole('button', { name: /^Withdraw permission to pay/ })
      .click();
    await goTo(page, 'Requests');
    await call(page, 'startAuthorisation', 'POST');
    await approve(workbench, 'Approve all');
    await page.getByRole('button', { name: 'Get status' }).click();
    await expect(answer(page)).toContainText('"RJCT"');
    const product = 'norwegian-cross-border-credit-transfers';
    await statusOf(page, product, failing);
    await expect(answer(page)).toContainText('"RJCT"');
    await statusOf(page, product, signed);
    await expect(answer(page)).toContainText('"PDNG"');
  },
);

test(
  'an SCA that the bank makes fail returns system, status, code and message',
  { tag: '@recorded' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Bank');
    await bankKind(page, 'Scenarios');
    const form = page.getByRole('form', { name: 'New scenario' });
    await form.getByLabel('Behaviour').selectOption({ label: 'Fail the SCA with a bank system error' });
    await form.getByRole('button', { name: 'Add scenario' }).click();
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    const bank = await openPsuPage(workbench);
    await bank.getByRole('button', { name: 'Continue' }).click();
    await bank.getByRole('button', { name: 'Approve' }).click();
    const callback = page.getByRole('region', { name: 'Redirect from the bank' });
    await expect(callback.getByText('SCA did not succeed.')).toBeVisible();
    for (const name of ['system', 'status', 'code', 'message'])
      await expect(callback.getByRole('rowheader', { name, exact: true })).toBeVisible();
  },
);

test(
  'the limit of unattended requests is reached, explained and lifted after a day',
  { tag: '@recorded' },
  async ({ workbench }) => {
    const { page } = workbench;
    await giveConsent(workbench);
    await getAccounts(page);
    await page.getByRole('button', { name: 'balances of Brukskonto' }).click();
    await answered(page);
    await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
    // Without the PSU's address the PSU is not there (HDR-7).
    await page.getByLabel('PSU-IP-Address', { exact: true }).fill('');
    for (let calls = 0; calls < 4; calls++) {
      await page.keyboard.press('Control+Enter');
      await answered(page);
      await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
    await expect(why.getByRole('heading', { name: '429' })).toBeVisible();
    await expect(why).toContainText('ACCESS_EXCEEDED');
    await expect(why).toContainText('LIM-1');
    await goTo(page, 'Bank');
    await bankKind(page, 'Unattended calls');
    const calls = page.getByRole('region', { name: 'List' });
    await expect(calls).toContainText('4 of 4, none left');
    await expect(calls).toContainText(
      'Counted are successful calls of GET /v1/accounts/{account-id}/balances (LIM-1)',
    );
    await clock(page).getByRole('button', { name: '+1 day' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('+1 day');
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();
  },
);
