/** What is not there any more says so: a payment of a bank that was reset, a bank that was stopped. */
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send } from '../../window/steps.ts';

test('a link to a payment of a bank that was reset says that it is gone; a stopped bank warns', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Create payment');
  await send(page, '201 Created');
  const open = page.getByRole('button', { name: 'Open payment' });
  const gone = page.getByText('That payment is not in the local bank now.');
  const warning = page.getByRole('status').filter({ hasText: 'The bank does not accept requests' });
  await open.click();
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  await expect(gone).toBeHidden();

  await page.getByRole('button', { name: 'Reset…' }).click();
  await page.getByRole('button', { name: 'Reset the bank' }).click();
  await expect(page.getByRole('region', { name: 'Payment' })).toBeHidden();
  await goTo(page, 'Requests');
  await open.click();
  await expect(gone).toBeVisible();
  await goTo(page, 'Flow');
  await goTo(page, 'Bank');
  await expect(gone).toBeHidden();

  const listener = page.getByRole('form', { name: 'Bank listener' });
  await listener.getByRole('button', { name: 'Stop' }).click();
  await expect(warning.locator('p')).toHaveClass(/warn/);
  await goTo(page, 'Flow');
  await goTo(page, 'Bank');
  await expect(warning).toBeVisible();
  await listener.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^The bank is listening on port/)).toBeVisible();
  await expect(warning).toBeHidden();
});
