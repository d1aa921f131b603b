/** What the window says of a certificate, a header, a refused save and a response is so. */
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send, setPassphrase } from '../../window/steps.ts';

test('while the vault is locked, the start page does not say that the certificate is ready', async ({
  workbench: { page },
}) => {
  const ready = page.getByRole('region', { name: 'What is ready' });
  await expect(ready).toContainText('Account information and payments PSP_AI PSP_PI');
  await goTo(page, 'Settings');
  await page.getByText('Set a passphrase', { exact: true }).click();
  await setPassphrase(page, 'a long passphrase');
  await page.getByRole('button', { name: 'Vault unlocked' }).click();
  await goTo(page, 'Start');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your bank is running. The vault with your keys is locked.',
  );
  await expect(ready).toContainText('Locked in the vault');
});

test('an emptied header stays where it is until it is left, and what is typed then replaces it', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  const headers = page.getByRole('table', { name: 'Headers' });
  const field = headers.getByLabel('PSU-IP-Address', { exact: true });
  const row = headers.getByRole('row').filter({ hasText: /PSU-IP-Address/i });
  await expect(field).not.toHaveValue('');
  const filledIn = await field.inputValue();
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await expect(row).toContainText('omitted');
  await expect(field).toBeFocused();
  await page.keyboard.type('invoice-4711');
  await expect(field).toHaveValue('invoice-4711');
  await expect(row).not.toContainText('omitted');

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await row.getByRole('button', { name: 'Restore PSU-IP-Address' }).click();
  await expect(field).toHaveValue(filledIn);
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.getByLabel('Signature', { exact: true }).focus();
  await expect(field).toBeHidden();
  await expect(row).toContainText('omitted');
});

test('a refused save says so beside its form, until the next attempt; a response of another version is not called earlier', async ({
  workbench: { page },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  const composer = page.getByRole('region', { name: 'Request' });
  await composer.getByLabel('X-Request-ID', { exact: true }).fill('invoice-4711');
  await expect(page.getByText('This is the response to another version of the request.')).toBeVisible();

  await page.keyboard.press('Control+s');
  const form = page.getByRole('form', { name: 'Save request' });
  await form.getByLabel('Flow').fill('..');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const refused = composer.getByRole('alert');
  await expect(refused).toBeVisible();
  await form.getByLabel('Flow').fill('');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(refused).toBeHidden();
});

test('a request that one window renames and moves keeps its tab in another, which saves it where it is now', async ({
  workbench: { page, psuPage: nextPage },
}) => {
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  const form = page.getByRole('form', { name: 'Save request' });
  await page.keyboard.press('Control+s');
  await form.getByLabel('Name').fill('Before');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  const second = await nextPage(async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('new window');
    await page.keyboard.press('Enter');
  });
  await goTo(second, 'Requests');
  const composer = second.getByRole('region', { name: 'Request' });
  await expect(composer.getByRole('heading', { level: 2 })).toHaveText('Before');

  await page.bringToFront();
  await page.getByRole('button', { name: 'Save…' }).click();
  await form.getByLabel('Name').fill('After');
  await form.getByRole('button', { name: 'Rename' }).click();
  await expect(form).toBeHidden();

  await second.bringToFront();
  await expect(composer.getByRole('heading', { level: 2 })).toHaveText('After');
  await expect(second.getByText(/has been deleted by another program/)).toBeHidden();
});
