/** Certificates as a person handles them. */
import { writeFileSync } from 'node:fs';
import { TUESDAY } from '../../support/given-date.ts';
import { PASSWORD } from '../../support/openssl-fixtures.ts';
import { expect, test } from '../../window/fixtures.ts';
import { PASSPHRASE, list, inspector, useCertificateFiles } from '../../window/certificate-files.ts';
import { goTo, openFirstDoor, setPassphrase, savedFile } from '../../window/steps.ts';

const { openssl, file, choose } = useCertificateFiles();

test(
  'certificate and key are imported from two files, one after the other, after files that are none',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    writeFileSync(file('notes.pem'), 'Not a certificate.');
    await goTo(page, 'Certificates');
    await choose(page, 'notes.pem');
    const pane = page.getByRole('region', { name: 'Import' });
    await expect(pane.getByRole('alert')).toContainText('notes.pem is not a certificate');
    // Another choice is another import.
    await choose(page, 'own.pem');
    await expect(pane.getByRole('alert')).toContainText('There is a certificate but no private key');
    await expect(pane.getByRole('list', { name: 'Files' })).toHaveText('own.pem');
    // What is added takes the place of a file that could not be used.
    await page.getByLabel('More files').setInputFiles([file('notes.pem')]);
    await expect(pane.getByRole('alert')).toContainText('notes.pem is not a certificate');
    await page.getByLabel('More files').setInputFiles([file('own-key.pem')]);
    await expect(pane.getByRole('alert')).toContainText('Choose a passphrase for the vault');
    await expect(page.getByLabel('Passphrase', { exact: true })).toBeFocused();
    await setPassphrase(page, PASSPHRASE);
    await expect(inspector(page).getByLabel('Name in the vault')).toHaveValue('Prøve AS');
    // However many digits its serial number has, they are read whole.
    const why = inspector(page)
      .getByRole('row')
      .filter({ hasText: 'Serial in lower case' })
      .getByRole('cell')
      .last();
    await expect(why).toContainText(/[0-9A-F]{30,}, not [0-9a-f]{30,}/);
    await expect.poll(() => why.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  },
);

test(
  "where the bank's clock is years ahead, a new or renewed certificate is valid there, and on this machine",
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Bank');
    const clock = page.getByRole('region', { name: 'Bank clock' });
    await clock.getByRole('button', { name: 'To date…' }).click();
    await clock.getByLabel(/Forward to/).fill('10 Jan 2028 12:00');
    await clock.getByRole('button', { name: 'Move the clock' }).click();
    await goTo(page, 'Certificates');
    await list(page)
      .getByRole('button', { name: /Fjordpay AS QSealC/ })
      .click();
    const aside = page.getByRole('complementary', { name: 'Certificate use' });
    await expect(aside).toContainText('Expired');
    await aside.getByRole('button', { name: 'Renew' }).click();
    await expect(aside).toContainText("Valid now, by the bank's clock");
    await page.getByRole('button', { name: 'New test certificate' }).click();
    const order = page.getByRole('form', { name: 'Certificate details' });
    await expect(order.getByLabel('Valid until')).toHaveValue('2029-01-09');
    const from = await order.getByLabel('Valid from').inputValue();
    expect(Date.parse(from)).toBeLessThan(TUESDAY);
    await order.getByRole('button', { name: 'Create certificate' }).click();
    await expect(aside).toContainText("Valid now, by the bank's clock");
  },
);

test('openssl opens an exported PFX', { tag: '@page' }, async ({ workbench }) => {
  const { page } = workbench;
  await goTo(page, 'Certificates');
  await page.getByRole('button', { name: 'Export…' }).click();
  const form = page.getByRole('form', { name: 'Export' });
  await form.getByLabel('File password').fill(PASSWORD);
  await form.getByLabel('Confirm password').fill('another');
  await form.getByRole('button', { name: 'Save file' }).click();
  await expect(form.getByRole('alert')).toContainText('The passwords do not match');
  await form.getByLabel('File password').fill(PASSWORD);
  await form.getByLabel('Confirm password').fill(PASSWORD);
  const saved = await savedFile(workbench, () => form.getByRole('button', { name: 'Save file' }).click());
  openssl().write('saved.pfx', saved);
  expect(openssl().run(`pkcs12 -in saved.pfx -passin pass:${PASSWORD} -nodes`)).toContain(
    'BEGIN PRIVATE KEY',
  );
});

test(
  'a deleted certificate cannot sign, and one in use cannot be deleted',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Certificates');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete certificate and key permanently' }).click();
    await expect(inspector(page).getByRole('alert')).toContainText('is used by the environment “Local bank”');
    await page.getByRole('button', { name: 'New test certificate' }).click();
    await page.getByRole('button', { name: 'Create certificate' }).click();
    await expect(list(page).getByRole('button', { name: /QSealC/ })).toHaveCount(2);
    await inspector(page).getByLabel('Name in the vault').fill('Weg damit');
    await page.keyboard.press('Enter');
    await expect(list(page)).toContainText('Weg damit');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete certificate and key permanently' }).click();
    await expect(list(page)).not.toContainText('Weg damit');
  },
);

test(
  'the first start still works with a vault under a passphrase',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Settings');
    await page.getByText('Set a passphrase', { exact: true }).click();
    await setPassphrase(page, PASSPHRASE);
    await expect(page.getByRole('button', { name: 'Change passphrase' })).toBeVisible();
    await page.getByLabel('Lock when idle for').selectOption('1 hour');
    await goTo(page, 'Start');
    await openFirstDoor(page);
  },
);
