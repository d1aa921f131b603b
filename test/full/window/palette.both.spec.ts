/** Everything is found and run from the keyboard alone. */
import { expect, test } from '../../window/fixtures.ts';
import { goTo } from '../../window/steps.ts';

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
