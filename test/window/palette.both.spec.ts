/** Everything is found and run from the keyboard alone. */
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test(
  'Ctrl K finds an operation, a view and a command of the bank without a mouse',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    const search = page.getByRole('combobox', { name: 'Search or run a command' });
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await search.pressSequentially('ask consent');
    await expect(page.getByRole('option').first()).toContainText('Ask for consent');
    await page.keyboard.press('Enter');
    await expect(search).toBeHidden();
    await expect(page.getByRole('region', { name: 'Request' }).getByRole('heading', { level: 2 })).toHaveText(
      'Ask for consent',
    );
    await page.keyboard.press('Control+k');
    await search.pressSequentially('sign and');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await search.pressSequentially('freeze');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main').getByRole('status')).toContainText('The clock is frozen.');
    await page.keyboard.press('Control+k');
    await search.pressSequentially('theme');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Control+k');
    await search.pressSequentially('no such thing');
    await expect(page.getByText('No results for “no such thing”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
  },
);
