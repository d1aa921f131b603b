/** The first request with the keyboard alone, and the parts that have keys of their own. */
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { expect, test } from './fixtures.ts';
import { bankKind, goTo } from './steps.ts';

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
  'a list of rows is one tab stop; arrow keys move between rows and their buttons',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Bank');
    await bankKind(page, 'Accounts');
    const rows = page.getByRole('region', { name: 'List' }).getByRole('row');
    const button = (row: number, at: number) => rows.nth(row).getByRole('button').nth(at);
    await button(1, 0).focus();
    await page.keyboard.press('ArrowDown');
    await expect(button(2, 0)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(button(2, 1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(button(1, 1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(rows.last().getByRole('button').last()).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(rows.last().getByRole('button').last()).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('Transactions');
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  },
);
