/** Certificates, environments and the vault, in the three themes: see `screen`. */
import { expect, test } from '../../../window/fixtures.ts';
import { goTo } from '../../../window/steps.ts';
import { screen } from '../../../window/screen.ts';

test('certificates and environments', async ({ workbench }) => {
  test.slow();
  const { page } = workbench;
  await goTo(page, 'Certificates');
  await expect(page.getByText('RFC 2253, as Java')).toBeVisible();
  await screen(page, 'certificates');
  await page.getByRole('button', { name: 'Export…' }).click();
  await screen(page, 'certificate-export');
  await page.getByRole('button', { name: 'New test certificate' }).click();
  await screen(page, 'certificate-new');
  await page.getByLabel('Certificate files').setInputFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Dear colleague, here is the key.'),
  });
  await expect(page.getByText('letter.txt is not a certificate')).toBeVisible();
  await screen(page, 'certificate-import-failed');
  await goTo(page, 'Environments');
  await expect(page.getByLabel('Base URL')).toBeVisible();
  await screen(page, 'environment-local');
  await page.getByRole('tab', { name: 'Signature profile' }).click();
  await expect(page.getByTestId('signature-header')).toContainText('keyId');
  await screen(page, 'signature-profile');
  await page.getByRole('tab', { name: 'Environment' }).click();
  await page.getByRole('button', { name: 'New environment' }).click();
  await expect(page.getByLabel('Trusted roots')).toBeVisible();
  await screen(page, 'environment-bank');
  await goTo(page, 'Settings');
  await page.getByText('Set a passphrase', { exact: true }).click();
  await screen(page, 'settings-vault');
});
