/** The first request with the keyboard alone, and the parts that have keys of their own. */
import type { Page } from '@playwright/test';
import { OPERATIONS } from '../../../shared/xs2a/operations.ts';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, pressEnter, send } from '../../window/steps.ts';

test(
  'the start page, the tree, sending and a rule work without a mouse',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await expect(page.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
    await page.keyboard.press('1');
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();

    const leaf = page
      .getByRole('navigation', { name: 'Operations' })
      .getByRole('button', { name: 'POST Ask for consent', exact: true });
    await leaf.focus();
    const at = (id: string) => OPERATIONS.findIndex((operation) => operation.id === id);
    for (let step = at('createConsent'); step < at('listCustomers'); step++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
      'List customers',
    );
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { name: '200 OK' })).toBeVisible();

    const tab = page.getByRole('tab', { name: 'Response', exact: true });
    await tab.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Body' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: /Headers/ })).toBeFocused();
    await expect(page.getByRole('list', { name: 'Response headers' })).toContainText('Signature');

    const rule = page.getByRole('button', { name: 'SIG-10' });
    await rule.focus();
    await page.keyboard.press('Enter');
    await expect(
      page.getByText("Date may differ from the bank's clock by at most 60 seconds."),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText("Date may differ from the bank's clock by at most 60 seconds.")).toBeHidden();
  },
);

test(
  'pane borders move with arrow keys, are remembered and are reset with a double click',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    const border = page.getByRole('separator', { name: 'Tree width' });
    const first = Number(await border.getAttribute('aria-valuenow'));
    await border.focus();
    await page.keyboard.press('ArrowRight');
    await expect(border).toHaveAttribute('aria-valuenow', String(first + 16));
    await page.reload();
    await goTo(page, 'Requests');
    await expect(border).toHaveAttribute('aria-valuenow', String(first + 16));
    await border.dblclick();
    await expect(border).toHaveAttribute('aria-valuenow', String(first));
  },
);

test('a panel folds with its title and stays folded', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  const title = page.getByRole('heading', { name: 'Headers' }).getByRole('button');
  const table = page.getByRole('table', { name: 'Headers' });
  await expect(table).toBeVisible();
  await title.focus();
  await page.keyboard.press('Enter');
  await expect(table).toBeHidden();
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await page.reload();
  await goTo(page, 'Requests');
  await expect(title).toBeVisible();
  await expect(table).toBeHidden();
  await title.focus();
  await page.keyboard.press('Space');
  await expect(table).toBeVisible();
});

test(
  'panes keep their sizes on a refusal, and the size that you set stays',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    const border = page.getByRole('separator', { name: 'Response width' });
    const first = Number(await border.getAttribute('aria-valuenow'));
    const width = async () => (await page.getByRole('region', { name: 'Response' }).boundingBox())?.width;
    const before = await width();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
    await expect(border).toHaveAttribute('aria-valuenow', String(first));
    await expect.poll(width).toBe(before);
    await border.focus();
    await page.keyboard.press('ArrowLeft');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await expect(border).toHaveAttribute('aria-valuenow', String(first + 16));
  },
);

/** Goes on with Tab, as a person without a mouse does, until an element has the focus. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'textbox' | 'combobox' | 'radio' | 'searchbox',
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    if (
      await wanted.evaluate(
        (element) =>
          element === element.ownerDocument.activeElement ||
          (element.getRootNode() !== element.ownerDocument &&
            (element.getRootNode() as ShadowRoot).activeElement === element),
      )
    )
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(name)} is not reached with Tab.`);
}

test('the keyboard alone takes a payment from the palette to its status at the bank, and makes an environment', async ({
  workbench,
}) => {
  test.slow();
  const { page } = workbench;
  const run = async (command: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially(command);
    await expect(page.getByRole('option').first()).toContainText(command);
    await page.keyboard.press('Enter');
  };
  await expect(page.getByRole('button', { name: 'Send your first signed request' })).toBeVisible();
  await run('Create payment');
  await tabTo(page, 'payment-product', 'combobox');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Body', 'textbox');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await tabTo(page, 'Start authorisation', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"started"');
  await tabTo(page, "Open the bank's page", 'button');
  const bank = await workbench.psuPage(() => page.keyboard.press('Enter'));
  await expect(bank.getByLabel('National identity number')).toBeVisible();
  for (const name of ['Continue', 'Approve']) {
    await pressEnter(bank.getByRole('button', { name }));
  }
  await expect(page.getByText('SCA succeeded.')).toBeVisible();
  await page.bringToFront();
  await tabTo(page, 'Get status', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Response body' })).toContainText('"ACSC"');

  await run('Bank');
  await expect(page.getByRole('form', { name: 'Bank listener' })).toBeVisible();
  await tabTo(page, '+1 h', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('status')).toContainText('The clock moved forward');

  await run('Environments');
  await tabTo(page, 'New environment', 'button');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('form', { name: 'Environment' }).getByLabel('Name', { exact: true }),
  ).toHaveValue("Bank's sandbox");
  await tabTo(page, 'Name', 'textbox');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Nordbank');
  await tabTo(page, 'Base URL', 'textbox');
  await page.keyboard.type('https://nordbank.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();

  await run('History');
  // The newest row is the one that Tab reaches.
  await tabTo(page, /Read status of payment/, 'button');
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Create payment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await run('Certificates');
  await tabTo(page, 'New test certificate', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Valid from')).toBeVisible();
});
