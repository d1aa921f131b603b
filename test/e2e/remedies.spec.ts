/** What the window offers after a refusal: it says what was set by hand, and undoes it with one click. */
import { expect, test } from './fixtures.ts';
import { chooseOperation, giveConsent, goTo, send } from './steps.ts';

test('a header set by hand is named at the refusal, and one click clears it and sends again', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await page.getByLabel('Date', { exact: true }).fill('Mon, 05 Jan 2026 09:00:00 GMT');
  await send(page, '400 Bad Request');
  await expect(page.getByText('Set by hand in this request: Date.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear and send again' }).click();
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});

test('a refused PSU-ID is explained by what has changed: the certificate, or a reset', async ({
  workbench,
}) => {
  const { page } = workbench;
  await giveConsent(workbench);
  await goTo(page, 'Certificates');
  await page.getByRole('button', { name: 'New test certificate' }).click();
  await page.getByLabel('organizationIdentifier', { exact: true }).fill('PSDNO-FSA-900000001');
  await page.getByRole('button', { name: 'Create certificate' }).click();
  await page.getByRole('button', { name: 'Use for signing' }).click();
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Read user');
  await send(page, '401 Unauthorized');
  const why = page.getByRole('tabpanel', { name: 'Why did the bank refuse?' });
  await expect(why).toContainText('but the certificate belongs to PSDNO-FSA-900000001.');
  await expect(why).not.toContainText('reset');
  await page.getByLabel('PSU-ID', { exact: true }).fill('9d2c1d1e-7c0f-4f3e-9a51-0c3f4f0f9a11');
  await send(page, '401 Unauthorized');
  await expect(why).toContainText('The bank has been reset since it issued the PSU-ID');
});

test('an edit keeps the response, says that it belongs to an earlier version, and undo makes it current', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  const earlier = page.getByText('This is the response to another version of the request.');
  await expect(earlier).toHaveCount(0);
  await page.getByLabel('PSU-IP-Address', { exact: true }).fill('198.51.100.7');
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  await expect(earlier).toBeVisible();
  await page.getByRole('heading', { name: '201 Created' }).click();
  await page.keyboard.press('Control+z');
  await expect(earlier).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
});
