/** The first request with the keyboard alone, and the parts that have keys of their own. */
import { expect, test } from './fixtures.ts';
import { bankKind, goTo } from './steps.ts';

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
