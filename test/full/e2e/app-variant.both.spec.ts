/** HDR-4: the bank's simulated app, chosen in the composer. */
import { expect, test } from '../../e2e/fixtures.ts';
import { askInApp } from '../../e2e/steps.ts';

test('the PSU aborts in the app', { tag: '@page' }, async ({ workbench }) => {
  const bank = await askInApp(workbench);
  await bank.getByRole('button', { name: 'Open the app' }).click();
  await bank.getByRole('button', { name: 'Sign in' }).click();
  await bank.getByRole('button', { name: 'Approve…' }).click();
  await bank.getByRole('button', { name: 'Abort' }).click();
  await expect(workbench.page.getByText('SCA did not succeed.')).toBeVisible();
});
