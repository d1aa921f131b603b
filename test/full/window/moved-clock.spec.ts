/** What leaves the workbench while the clock of the local bank has been moved. */
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo } from '../../window/steps.ts';

test('Copy as code says that the bank refuses the time of a machine, as long as it does', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  const code = page.getByRole('region', { name: 'Code' });
  await expect(code).toContainText('Save the program as request.sh');
  await expect(code).not.toContainText('TIMESTAMP_INVALID');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('Clock +1 hour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText(/\+1 h/);
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Copy as code…' }).click();
  await expect(code).toContainText(/^.*The bank's clock is 1 h( 1 min)? ahead of real time\./s);
  await expect(code).toContainText('refuses it with TIMESTAMP_INVALID');
});
