/** What could be taken for something else says what it is: a wrong signature, a rejected payment, a time without its zone. */
import { expect, test } from './fixtures.ts';
import { bankKind, body, chooseOperation, goTo, send, textOf } from './steps.ts';

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
  await expect(response).not.toHaveAccessibleName(/, signed/);
  // Its badge is that of a failure, not the green one of a success.
  await expect(diagram.locator('svg text', { hasText: /^201$/ })).toHaveAttribute('fill', 'var(--bad)');
  await response.click();
  const bar = page.getByRole('region', { name: 'Selected event' });
  await expect(bar).toContainText('The response signature is not valid: it does not match the headers');
  await page.getByRole('checkbox', { name: 'Failures' }).check();
  await expect(response).toBeVisible();
});

test('PAY-2: a number where the bank takes only a text is put in quotes with one click', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  const before = await textOf(body(page));
  await body(page).fill(before.replace('"1250.00"', '1250.00'));
  const faults = page.getByRole('list', { name: 'Problems in the body' });
  await expect(faults).toContainText('instructedAmount/amount: must be a text in quotation marks');
  await faults.getByRole('button', { name: 'Put it in quotes' }).click();
  await expect(faults).toBeHidden();
  expect(await textOf(body(page))).toBe(before);
  // Of a body with a variable that has no value, the syntax is checked.
  await body(page).fill('{\n  "a": "{{who}}",\n  "b": {{n}}\n}');
  await expect(faults).toBeHidden();
  await body(page).fill('{\n  "a": "{{who}}"\n  "b": {{n}}\n}');
  await expect(faults.getByRole('button', { name: 'Line 3' })).toBeVisible();
});
