/** A PFX whose key takes seconds to derive. */
import { join } from 'node:path';
import { OpenSsl, PASSWORD } from '../../support/openssl-fixtures.ts';
import { expect, test } from '../../window/fixtures.ts';
import { chooseOperation, goTo, send } from '../../window/steps.ts';

let openssl: OpenSsl;
test.beforeAll(() => {
  openssl = new OpenSsl();
  openssl.selfSigned('own', ['rsa:2048']);
  openssl.run(
    `pkcs12 -export -legacy -iter 2000000 -in own.pem -inkey own-key.pem -out slow.pfx -passout pass:${PASSWORD}`,
  );
});
test.afterAll(() => openssl.dispose());

test('the window stays responsive while a key is derived over millions of iterations, which can be cancelled', async ({
  workbench,
}) => {
  const { page } = workbench;
  await goTo(page, 'Certificates');
  await page.getByLabel('Certificate files').setInputFiles(join(openssl.folder, 'slow.pfx'));
  const pane = page.getByRole('region', { name: 'Import' });
  await expect(pane.getByText('Checking the password…')).toBeVisible();
  // While it runs, another place is opened and a request is sent and answered.
  await goTo(page, 'Requests');
  await chooseOperation(page, 'Ask for consent');
  await send(page, '201 Created');
  await goTo(page, 'Certificates');
  await pane.getByRole('button', { name: /Cancel|Close/ }).click();
  await expect(pane).toBeHidden();
  const list = page.getByRole('region', { name: 'Certificates in the vault' });
  await expect(list.getByRole('button', { name: /QSealC/ })).toHaveCount(1);
});
