/** What the window offers after a refusal: it says what was set by hand, and undoes it with one click. */
import { expect, test } from './fixtures.ts';
import { chooseOperation, goTo, send } from './steps.ts';

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
