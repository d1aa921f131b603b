/** Everything is found and run from the keyboard alone. */
import { expect, test } from '../../window/fixtures.ts';
import { body, goTo, textOf } from '../../window/steps.ts';

test(
  'Ctrl K pressed right after a command opens the palette with its content',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    const search = page.getByRole('combobox', { name: 'Search or run a command' });
    await page.keyboard.press('Control+k');
    await search.pressSequentially('history');
    // No person is as quick: all this before the browser tells that the first opening is over.
    await search.evaluate(async (input) => {
      const press = (target: EventTarget, init: KeyboardEventInit) =>
        target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
      press(input, { key: 'Enter' });
      await Promise.resolve();
      press(window, { key: 'k', ctrlKey: true });
      await Promise.resolve();
      document.execCommand('insertText', false, 'ask consent');
    });
    await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeAttached();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('ask consent');
    await expect(page.getByRole('option').first()).toContainText('Ask for consent');
  },
);

test(
  'an operation from Ctrl K is in the list, and the keyboard is where the request goes on',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    const filter = page.getByRole('searchbox', { name: 'Filter operations and collections' });
    await filter.fill('basket');
    await page.getByRole('banner').getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    await page.keyboard.press('Escape');
    const find = async (operation: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or run a command' }).pressSequentially(operation);
      await page.keyboard.press('Enter');
    };
    await find('Read balances');
    const account = page.getByRole('combobox', { name: 'account-id' });
    await expect(account).toBeFocused();
    await expect(filter).toHaveValue('');
    await expect(
      page
        .getByRole('navigation', { name: 'Operations' })
        .getByRole('button', { name: 'Read balances', exact: false })
        .first(),
    ).toBeInViewport();
    await page.getByRole('button', { name: 'New tab' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect(account).toBeFocused();
    await find('Create payment');
    await expect(body(page)).toBeFocused();
    await find('Ask for consent');
    await expect(page.getByRole('button', { name: 'Sign and send' })).toBeFocused();

    // The box beside the method leads to where its text can be changed.
    await page.getByTitle('edit as text, under Raw').click();
    const raw = page.getByRole('textbox', { name: 'Request' });
    await expect(raw).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('?a=1');
    await expect.poll(() => textOf(raw)).toMatch(/^POST \/v1\/bank-offered-consents\?a=1/);
  },
);
