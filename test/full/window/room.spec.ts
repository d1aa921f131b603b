/** Room for what one works with, on the screen of a projector, and names that say what something is. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../../window/fixtures.ts';
import { bankKind, body, chooseOperation, goTo, openHeaders, tabAction } from '../../window/steps.ts';

const boxOf = async (element: Locator) => {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return box;
};

test('at 1280 × 720 with a menu bar, twelve lines of the body are in sight, and an operation chosen with Ctrl K has the keyboard there', async ({
  workbench,
}) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1280, height: 692 });
  await goTo(page, 'Requests');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('create payment');
  await page.keyboard.press('Enter');
  await expect(body(page)).toBeFocused();
  await page.keyboard.type('x');
  await expect(body(page)).toHaveText(/^x\{/);
  await page.keyboard.press('Backspace');
  await expect(async () => {
    const line = await boxOf(body(page).locator('.cm-line').nth(11));
    const signing = await boxOf(page.getByRole('region', { name: 'Signing', exact: true }));
    expect(line.y + line.height).toBeLessThanOrEqual(signing.y);
  }).toPass();

  // One row to send, one of views.
  const request = page.getByRole('region', { name: 'Request' });
  const middleOf = async (name: string) => {
    const { y, height } = await boxOf(request.getByRole('button', { name, exact: true }));
    return y + height / 2;
  };
  await expect(async () => {
    expect(await middleOf('Sign and send')).toBeCloseTo(await middleOf('Other ways to send'), 0);
    expect(await middleOf('Save…')).toBeCloseTo(await middleOf('Copy as code…'), 0);
  }).toPass();
  await expect(request.getByText(/^filled in, \d+ are signed$/)).toBeVisible();

  // Names of parameters are whole, and nothing shows through the head of the headers.
  await request.getByRole('button', { name: '1 more' }).click();
  await openHeaders(page);
  const name = page.getByText('allowLogicalDuplicate', { exact: true });
  await expect.poll(async () => (await boxOf(name)).height).toBeLessThan(24);
  const headers = page.getByRole('table', { name: 'Headers' });
  await headers.getByRole('row').last().scrollIntoViewIfNeeded();
  const covered = await headers.getByRole('columnheader', { name: 'Rule' }).evaluate((head) => {
    const { left, top, width, height } = head.getBoundingClientRect();
    return [0.1, 0.3, 0.5, 0.7, 0.9].map(
      (part) => document.elementFromPoint(left + width / 3, top + height * part)?.closest('th') === head,
    );
  });
  expect(covered).toEqual(covered.map(() => true));
});

test('tabs of the same name are told apart in their list, which stays within the window', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  const bar = page.getByRole('navigation', { name: 'Open requests' });
  await tabAction(page, 'Duplicate tab');
  await body(page).fill('{ "instructedAmount": { "amount": "7.50" } }');
  await tabAction(page, 'Duplicate tab');
  await bar.getByRole('button', { name: 'New tab' }).click();
  await bar.getByRole('button', { name: '4 tabs' }).click();
  const list = bar.getByRole('group', { name: '4 tabs' });
  await expect(list.getByRole('button')).toHaveText([
    'POST Create paymentNOK 1,250.00',
    'POST Create payment#1 · 7.50',
    'POST Create payment#2 · 7.50',
    'GET List accounts',
    'Undo Ctrl Z',
    'Redo Ctrl Shift Z',
    'Keep open',
    'Duplicate tab',
    'Close other tabs',
    'Close all tabs',
    'Reopen closed tab',
  ]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 200 });
  await bar.getByRole('button', { name: '4 tabs' }).click();
  const { y, height } = await boxOf(page.locator(':popover-open'));
  expect(y + height).toBeLessThanOrEqual(200);
  await list.getByRole('button', { name: 'Close all tabs' }).click();
  await expect(bar.getByRole('listitem')).toHaveCount(1);
});

test('at 1280 × 720 the active tab is whole, those before it fill the strip, and the others are in the list', async ({
  workbench,
}) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, 'Requests');
  const bar = page.getByRole('navigation', { name: 'Open requests' });
  for (const operation of ['Create payment', 'Ask for consent', 'List transactions', 'Read user']) {
    await bar.getByRole('button', { name: 'New tab' }).click();
    await chooseOperation(page, operation);
  }
  const tabs = bar.getByRole('listitem');
  await expect(tabs).toHaveCount(5);
  for (const at of [3, 4]) await expect(tabs.nth(at)).toBeInViewport({ ratio: 0.98 });
  for (const at of [0, 1]) await expect(tabs.nth(at)).not.toBeInViewport();
  await expect(bar.getByRole('list')).toHaveJSProperty('scrollTop', 0);
  const lefts = await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  await expect(tabs.nth(4).getByRole('button').first()).toHaveText('GET Read user');
  // What is cut off is read by pointing at it, and a tab is closed where it is.
  await expect(tabs.nth(3).getByTitle('List transactions', { exact: true })).toBeVisible();
  await tabs.nth(3).hover();
  await tabs.nth(3).getByRole('button', { name: 'Close List transactions' }).click();
  await expect(tabs).toHaveCount(4);
});

test('with ten tabs, the active one is in sight, and the keyboard reaches the others', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  const bar = page.getByRole('navigation', { name: 'Open requests' });
  const tabs = bar.getByRole('listitem');
  for (const operation of ['List transactions', 'Read balances', 'Create payment'])
    await chooseOperation(page, operation);
  for (let count = await tabs.count(); count < 10; count++) await tabAction(page, 'Duplicate tab');
  await expect(tabs).toHaveCount(10);
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(tabs.nth(9)).toBeInViewport({ ratio: 0.98 });
    await tabs.nth(9).getByRole('button').first().focus();
    await page.keyboard.press('Home');
    await expect(tabs.nth(0)).toBeInViewport({ ratio: 0.95 });
    await page.keyboard.press('End');
  }
});

test('what keeps a request from being sent is said beside the button', async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read payment');
  const send = page.getByRole('button', { name: 'Sign and send' });
  await expect(send).toBeDisabled();
  await expect(page.getByText('Fill in payment-id first')).toBeVisible();
  await expect(send).toHaveAccessibleDescription('Fill in payment-id first');
  await page.getByLabel('payment-id').fill('enc!!abc');
  await expect(send).toBeEnabled();
  await expect(page.getByText('Fill in payment-id first')).toBeHidden();
});

test('lists without times name no zone, a snapshot is named by the clock of the bank, and the tree stays where it is', async ({
  workbench,
}) => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'First steps' }).first().click();
  await expect(page.getByRole('combobox', { name: 'What to run' })).toHaveValue('First steps');
  await goTo(page, 'Requests');
  const row = page.getByRole('treeitem', { name: 'Ask for consent' });
  const before = await boxOf(row);
  await row.click();
  await expect(page.getByRole('toolbar', { name: 'Selected steps, flows and folders' })).toBeVisible();
  await expect.poll(() => boxOf(row)).toEqual(before);

  await goTo(page, 'Bank');
  const zone = page.getByText(/^Times in Oslo/);
  await expect(zone).toBeVisible();
  for (const kind of ['Customers', 'Quirks', 'Consents']) {
    await bankKind(page, kind);
    await expect(zone).toBeHidden();
  }
  await page.getByRole('button', { name: '+1 day' }).click();
  await page.getByRole('button', { name: /^Snapshots/ }).click();
  await expect(page.getByRole('textbox', { name: 'Snapshot name' })).toHaveAttribute(
    'placeholder',
    /^Bank \d+ \w{3} \d{4} \d\d:\d\d:\d\d Oslo$/,
  );
});
