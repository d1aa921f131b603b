/** What could be taken for something else says what it is: a wrong signature, a rejected payment, a time without its zone. */
import { expect, test } from './fixtures.ts';
import { answered, approve, bankKind, body, call, chooseOperation, goTo, send, textOf } from './steps.ts';

test('a corrupted signature of a response is drawn as one that is not valid, and says why', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Bank');
  await bankKind(page, 'Scenarios');
  const form = page.getByRole('form', { name: 'New scenario' });
  await form.getByLabel('Behaviour').selectOption('Corrupt the response signature');
  await form.getByRole('button', { name: 'Add scenario' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await goTo(page, 'Flow');
  const diagram = page.getByRole('tree', { name: 'Diagram' });
  const response = diagram.getByRole('treeitem', {
    name: /Bank to TPP: 201 scaRedirect, signature not valid/,
  });
  await response.click();
  await expect(response).not.toHaveAccessibleName(/, signed/);
  const bar = page.getByRole('region', { name: 'Selected event' });
  await expect(bar).toContainText('The response signature is not valid: it does not match the headers');
  await page.getByRole('checkbox', { name: 'Failures' }).check();
  await expect(response).toBeVisible();
});

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
  await page.getByRole('button', { name: '+1 day' }).click();
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
