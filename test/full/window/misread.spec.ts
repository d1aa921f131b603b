/** What could be taken for something else says what it is: a wrong signature, a rejected payment, a time without its zone. */
import type { Request } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import {
  answered,
  approve,
  bankKind,
  body,
  call,
  chooseOperation,
  goTo,
  send,
  sendTo,
  signedPayment,
  textOf,
} from '../../window/steps.ts';

test('a 200 about a rejected payment has no green sign, and names the status beside it; times name their zone', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await body(page).fill((await textOf(body(page))).replace('1250.00', '9000000.00'));
  await send(page, '201 Created');
  await call(page, 'startAuthorisation', 'POST');
  await approve(workbench, 'Approve');
  await goTo(page, 'Bank');
  await page.getByRole('region', { name: 'List' }).getByRole('row').nth(1).getByRole('button').click();
  const payment = page.getByRole('region', { name: 'Payment' });
  const history = payment.getByRole('list', { name: 'Status history' });
  await expect(history.getByRole('listitem').first()).toContainText(/\d\d:\d\d:\d\d CES?T/);
  // After a Friday's last batch, or before holidays, the day of the payment is days away.
  for (let day = 1; day <= 7; day++) {
    await page.getByRole('button', { name: '+1 day' }).click();
    await expect(page.getByRole('contentinfo')).toContainText(`+${day} d`);
  }
  await expect(history).toContainText('RJCT');

  await page.setViewportSize({ width: 1024, height: 768 });
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Get status' }).click();
  await answered(page);
  const response = page.getByRole('region', { name: 'Response' });
  await expect(response.getByRole('heading', { name: '200 OK' })).toBeVisible();
  const beside = response.getByText('RJCT', { exact: true }).first();
  await expect(beside).toBeInViewport();
  await expect(page.getByText(/^The payment is rejected: no money moves\. The bank says: \S/)).toBeVisible();
  await goTo(page, 'Flow');
  const failed = page.getByRole('tree', { name: 'Diagram' }).getByRole('treeitem', { name: /200 RJCT/ });
  await expect(failed).toHaveAccessibleName(/at \d\d:\d\d:\d\d Oslo time$/);
  await expect(page.getByText('Oslo time', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Failures' }).check();
  await expect(failed).toBeVisible();
});

test('of a keyId that was written by hand, the one that was sent is shown beside the one that the bank expects', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  const signature = page.getByLabel('Signature', { exact: true });
  const header = await signature.inputValue();
  const [, serial = ''] = /SN=([0-9A-F]+)/.exec(header) ?? [];
  const wrong = `9${serial.slice(1)}`.replace(serial, `8${serial.slice(1)}`);
  await signature.fill(header.replace(serial, wrong));
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByRole('heading', { name: '400 Bad Request' })).toBeVisible();
  const saw = page.getByRole('region', { name: 'Response' }).getByRole('definition');
  await expect(saw.nth(0)).toContainText(`SN=${wrong},`);
  await expect(saw.nth(1)).toContainText(`SN=${serial},`);
  await expect(saw.locator('mark')).toHaveText([wrong.slice(0, 1), serial.slice(0, 1)]);
});

test('a scripted 503 is no check that failed: those that the bank did not finish are not shown as passed', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Bank');
  await bankKind(page, 'Scenarios');
  const form = page.getByRole('form', { name: 'New scenario' });
  await form.getByLabel('Behaviour').selectOption('Respond with 503');
  await form.getByRole('button', { name: 'Add scenario' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '503 Service Unavailable');
  const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(checks.filter({ hasText: 'Passed: Cryptography' })).toBeVisible();
  await expect(checks.filter({ hasText: /Consent|Body|Business rules/i })).toHaveCount(0);
  await expect(checks.nth(-2)).toHaveText('Scripted answer');
  await expect(checks.last()).toHaveText('3 checks not finished');
});

test('a connection that the operator has told the bank to drop is no fault of the network: response, history and Flow say so', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Bank');
  await bankKind(page, 'Scenarios');
  const form = page.getByRole('form', { name: 'New scenario' });
  await form.getByLabel('Behaviour').selectOption('Drop the connection');
  await form.getByRole('button', { name: 'Add scenario' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  const said = 'The bank closed the connection without a response, as the operator has scripted.';
  await expect(page.getByRole('region', { name: 'Response' })).toContainText(
    `${said} Such failures are made under Scenarios in the Bank view.`,
  );
  await goTo(page, 'History');
  await page
    .getByRole('button', { name: /Ask for consent/ })
    .first()
    .click();
  await expect(page.getByText(said).first()).toBeVisible();
  await goTo(page, 'Flow');
  const failed = page
    .getByRole('tree', { name: 'Diagram' })
    .getByRole('treeitem', { name: /as the operator has scripted/ });
  await failed.click();
  await expect(page.getByRole('region', { name: 'Selected event' })).toContainText(said);
});

test('PAY-4: why a domestic payment cannot be read yet is in sight with the response, and in the detail of the flow', async ({
  workbench: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  await call(page, 'self', 'GET');
  await answered(page);
  const why = 'a domestic payment can be read only after it is approved or deleted';
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByRole('heading', { name: '404 Not Found' })).toBeInViewport();
  await expect(response.getByText(why)).toBeInViewport({ ratio: 1 });
  await goTo(page, 'Flow');
  await page
    .getByRole('tree', { name: 'Diagram' })
    .getByRole('treeitem', { name: /404 RESOURCE_UNKNOWN/ })
    .click();
  await expect(page.getByRole('region', { name: 'Selected event' }).getByText(why)).toBeInViewport({
    ratio: 1,
  });
});

test('a payment in the bank is shown as it is, also if an earlier read of it is answered last', async ({
  workbench,
}) => {
  const { page } = workbench;
  await signedPayment(workbench);
  const list = page.getByRole('region', { name: 'List' }).getByRole('row');
  const status = page.getByRole('region', { name: 'Payment' }).getByRole('list', { name: 'Status history' });
  const held = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  await page.route(
    '**/rpc/bank.payment',
    async (route) => {
      const response = await route.fetch();
      isAsked.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await goTo(page, 'Bank');
  await list.nth(1).getByRole('button').click();
  await isAsked.promise;
  // The payment is settled meanwhile, and what was read of it before that comes after everything else.
  const later: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/bank.payment')) later.push(request);
  });
  const settled = page.waitForResponse('**/rpc/bank.overview');
  await page.getByRole('button', { name: 'Run batch now' }).click();
  await settled;
  for (let trip = 0; trip < 10; trip++) await page.evaluate(async () => (await fetch('/')).text());
  for (const request of later) await request.response();
  held.resolve();
  await expect(status).toContainText('ACSC');
});

test('the links of a response cannot be called while requests go to another bank', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const form = page.getByRole('form', { name: 'Environment' });
  await form.getByLabel('Name', { exact: true }).fill('Another bank');
  await form.getByLabel('Base URL').fill('https://bank.example');
  await form.getByRole('button', { name: 'Save' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  const links = page.getByRole('list', { name: 'Possible next calls' });
  const next = links.getByRole('button', { name: 'Start authorisation' });
  await expect(next).toBeVisible();
  await sendTo(page, 'Another bank');
  await expect(page.getByText('“Local bank” answered this, and its links lead there.')).toBeVisible();
  await expect(links).toContainText('startAuthorisation');
  await expect(next).toBeHidden();
  await sendTo(page, 'Local bank');
  await expect(next).toBeVisible();
});
