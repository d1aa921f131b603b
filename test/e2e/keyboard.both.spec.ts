/** The first request with the keyboard alone, and the parts that have keys of their own. */
import { OPERATIONS } from '../../shared/xs2a/operations.ts';
import { expect, test } from './fixtures.ts';
import { goTo } from './steps.ts';

test('door, tree, sending and a rule without a mouse', async ({ workbench }) => {
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

  const tab = page.getByRole('tab', { name: 'Answer' });
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /Headers/ })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Response headers' })).toContainText('Signature');

  const rule = page.getByRole('button', { name: 'SIG-10' });
  await rule.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText("Date may be at most 60 seconds away from the bank's clock.")).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText("Date may be at most 60 seconds away from the bank's clock.")).toBeHidden();
});

test('pane borders move with arrow keys, are remembered, and go back with a double click', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  const border = page.getByRole('separator', { name: 'Width of the tree' });
  const first = Number(await border.getAttribute('aria-valuenow'));
  await border.focus();
  await page.keyboard.press('ArrowRight');
  await expect(border).toHaveAttribute('aria-valuenow', String(first + 16));
  await page.reload();
  await goTo(page, 'Requests');
  await expect(border).toHaveAttribute('aria-valuenow', String(first + 16));
  await border.dblclick();
  await expect(border).toHaveAttribute('aria-valuenow', String(first));
});
