/** What happens where the person is not, is told; one click leads there. */
import { expect, test } from '../../window/fixtures.ts';
import { goTo, openFirstDoor, openPsuPage } from '../../window/steps.ts';

test('the PSU returns while you are in another view', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await openFirstDoor(page);
  const bank = await openPsuPage(workbench);
  await goTo(page, 'Certificates');
  await bank.getByRole('button', { name: 'Continue' }).click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect(told).toContainText('SCA succeeded.');
  await told.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('region', { name: 'Redirect from the bank' })).toContainText('psu-id');
  await expect(told).not.toContainText('SCA succeeded.');
});
