/** Certificates as a person handles them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { PASSWORD } from '../support/openssl-fixtures.ts';
import { expect, test } from './fixtures.ts';
import { PASSPHRASE, list, inspector, useCertificateFiles } from './certificate-files.ts';
import { chooseOperation, goTo, send, setPassphrase, unlock, savedFile } from './steps.ts';

const { choose, openssl } = useCertificateFiles();

/** From a PFX file to a certificate in the vault. */
async function importPfx(page: Page): Promise<void> {
  await goTo(page, 'Certificates');
  await choose(page, 'own.pfx');
  const pane = page.getByRole('region', { name: 'Import' });
  await expect(pane.getByRole('alert')).toContainText('own.pfx is protected by a password');
  await expect(pane.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await pane.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await pane.getByRole('button', { name: 'Open and import' }).click();
  await expect(pane.getByRole('alert')).toContainText('This password does not open own.pfx');
  await pane.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await pane.getByRole('button', { name: 'Open and import' }).click();
  await expect(pane.getByRole('alert')).toContainText('This machine has no safe storage');
  await setPassphrase(page, PASSPHRASE);
  await expect(inspector(page).getByLabel('Name in the vault')).toHaveValue('Egen-segl');
}

test(
  'a PFX is imported into a protected vault, signs, and the vault locks and unlocks',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await importPfx(page);
    await inspector(page).getByRole('button', { name: 'Use for signing' }).click();
    await expect(page.getByRole('contentinfo')).toContainText('Egen-segl');
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await send(page, '201 Created');
    await page.getByRole('button', { name: 'Vault unlocked' }).click();
    await page.reload();
    await goTo(page, 'Requests');
    // Nothing asks until a key is needed.
    const locked = page.getByRole('contentinfo').getByRole('button', { name: 'Vault locked' });
    await expect(locked).toBeVisible();
    const bar = page.getByRole('form', { name: 'Unlock the vault' });
    await expect(bar).toBeHidden();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(bar).toContainText('The vault is locked.');
    await expect(bar.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    const refused = page.getByRole('region', { name: 'Request' }).getByRole('alert');
    await expect(refused).toContainText('The vault is locked');
    await locked.click();
    await bar.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await unlock(page, 'something else');
    await expect(bar.getByRole('alert')).toContainText('Wrong passphrase');
    await unlock(page, PASSPHRASE);
    // What waited goes on, and what was refused is past.
    await expect(bar).toBeHidden();
    await expect(refused).toBeHidden();
    await expect(page.getByRole('heading', { name: '201 Created' })).toBeVisible();
  },
);

test(
  'an EC certificate is imported as a test key, without a passphrase, for TLS only',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    openssl().selfSigned('klient', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']);
    await goTo(page, 'Certificates');
    await choose(page, 'klient.pem', 'klient-key.pem');
    const pane = page.getByRole('region', { name: 'Import' });
    await expect(pane.getByRole('alert')).toContainText('A test key needs none.');
    await pane.getByRole('button', { name: 'It is a test key: import without a passphrase' }).click();
    await expect(inspector(page).getByLabel('Name in the vault')).toHaveValue('Prøve AS');
    await expect(page.getByRole('contentinfo')).not.toContainText('Vault');
    await expect(inspector(page)).toContainText('EC, P-256');
    await expect(inspector(page).getByRole('button', { name: 'Use for signing' })).toBeHidden();
    await expect(page.getByRole('complementary', { name: 'Certificate use' })).toContainText(
      'EC, P-256 key: for TLS only, cannot sign requests',
    );
    // For signing it is refused where it is chosen.
    await goTo(page, 'Environments');
    await page.getByLabel('Signing certificate').selectOption('Prøve AS');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('“Prøve AS” cannot sign requests: its key is EC')).toBeVisible();
  },
);

test(
  'the keyId is shown in every format and compared by meaning and by character',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Certificates');
    const row = (title: string) => inspector(page).getByRole('row').filter({ hasText: title });
    await expect(row("RFC 2253, as Java's")).toContainText('Sent');
    await expect(row('-nameopt RFC2253')).toContainText('Accepted');
    await expect(row('-nameopt RFC2253')).toContainText('organizationIdentifier=NTRNO-123456785');
    await expect(row('Serial in decimal')).toContainText('Refused');
    // The issuer is shown with everything that its keyId contains.
    await expect(
      inspector(page)
        .getByRole('definition')
        .filter({ hasText: /^CN=Workbench Test CA,.*2\.5\.4\.97=#0c/ }),
    ).toHaveCount(1);
    await page.getByText('Reference only').click();
    await expect(row('-nameopt RFC2253')).toContainText('Refused');
    await expect(row("RFC 2253, as Java's")).toContainText('Sent');
  },
);

test(
  'an expired certificate is made, recognised and renewed with one click',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Certificates');
    await page.getByRole('button', { name: 'New test certificate' }).click();
    const order = page.getByRole('form', { name: 'Certificate details' });
    await order.getByLabel('Organisation', { exact: true }).fill('Gammel AS');
    await order.getByLabel('Valid from').fill('2024-01-01');
    await order.getByLabel('Valid until').fill('2023-01-01');
    await order.getByLabel('PSP_PI').uncheck();
    await order.getByRole('button', { name: 'Commas and symbols in the name' }).click();
    await order.getByRole('button', { name: 'Create certificate' }).click();
    await expect(order).toContainText('The end of validity is before its start.');
    await order.getByLabel('Valid until').fill('2025-01-01');
    await order.getByRole('button', { name: 'Create certificate' }).click();
    await expect(inspector(page).getByLabel('Name in the vault')).toHaveValue('Gammel AS QSealC');
    await expect(inspector(page)).toContainText('PSP_PI not held');
    await expect(inspector(page)).toContainText('O=Ås\\, Bø \\+ Søn AS');
    const aside = page.getByRole('complementary', { name: 'Certificate use' });
    await expect(aside).toContainText('Expired 1 Jan 2025 UTC: refused in production');
    await aside.getByRole('button', { name: 'Renew' }).click();
    await expect(aside).toContainText("Valid now, by the bank's clock");
    // A warning above leaves something to do.
    await expect(aside).toContainText('No role for payments: refused in production');
    await expect(aside).toContainText('For production, order a certificate that has what is missing above.');
    await expect(aside).not.toContainText('Nothing to do');
    // It says what it did, and each has a name of its own.
    await expect(inspector(page).getByRole('status')).toHaveText(
      /^Renewed as “Gammel AS QSealC 2”, serial [0-9A-F]{8}…, with a new key, valid until \d+ \w+ \d{4} UTC\. No environment used the old one, so none uses the new one yet\. “Gammel AS QSealC” stays in the vault until you delete it\.$/i,
    );
    await expect(list(page).getByRole('button', { name: /Gammel AS QSealC/ })).toHaveText([
      /^Gammel AS QSealCQSealC/,
      /^Gammel AS QSealC 2/,
    ]);
    // Renamed alike, their serial numbers tell them apart, also where one is chosen.
    const name = inspector(page).getByLabel('Name in the vault');
    await name.fill('Gammel AS QSealC');
    await name.press('Enter');
    await expect(list(page).getByRole('button', { name: /Gammel AS QSealC, serial/ })).toHaveCount(2);
    await goTo(page, 'Environments');
    await expect(
      page.getByLabel('Signing certificate').getByRole('option', { name: /Gammel AS QSealC, serial/ }),
    ).toHaveCount(2);
    await goTo(page, 'Certificates');
    await list(page)
      .getByRole('button', { name: /Fjordpay AS QSealC/ })
      .click();
    await aside.getByRole('button', { name: 'Renew' }).click();
    await expect(inspector(page).getByRole('status')).toContainText('Used from now on by: Local bank.');
    await expect(page.getByRole('contentinfo')).toContainText('Fjordpay AS QSealC 2');
  },
);

test(
  'a request is copied as code and the code gets the same response',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page, dataFolder } = workbench;
    await goTo(page, 'Certificates');
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByText('PEM with key', { exact: true }).click();
    // The key leaves without a password only if that was asked for.
    await page.getByRole('button', { name: 'Save file' }).click();
    await expect(page.getByLabel('File password')).toBeFocused();
    await page.getByLabel('Save the key without a password').check();
    const tpp = await savedFile(workbench, () => page.getByRole('button', { name: 'Save file' }).click());
    writeFileSync(join(dataFolder, 'tpp.pem'), tpp);
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    await page.getByRole('button', { name: 'Copy as code…' }).click();
    const code = page.getByRole('region', { name: 'Code' });
    const runs = (folder: string) =>
      execFileSync(process.execPath, ['request.mjs'], { cwd: folder, encoding: 'utf8' });
    await code.getByText('Node.js', { exact: true }).click();
    await expect(code).toContainText('Save the program as request.mjs in the same folder as tpp.pem');
    const lines = code.getByRole('list', { name: 'Program lines' }).getByTestId('line');
    writeFileSync(join(dataFolder, 'request.mjs'), (await lines.allTextContents()).join('\n'));
    const printed = runs(dataFolder);
    expect(printed).toContain('scaRedirect');
    expect(printed).toContain('HTTP 201');
    // A folder that needs nothing else; with the key only if that was ticked, each time.
    const saveFolder = async (name: string) => {
      const save = () => code.getByRole('button', { name: 'Save as a folder' }).click();
      const folder = join(dataFolder, name);
      for (const [path, bytes] of Object.entries(unzipSync(await savedFile(workbench, save)))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      return join(folder, 'ask-for-consent-node');
    };
    await code.getByLabel('Include the certificate and its private key').check();
    const folder = await saveFolder('with-key');
    expect(runs(folder)).toContain('HTTP 201');
    const without = await saveFolder('without-key');
    expect(readdirSync(without).toSorted()).toEqual(['README.md', 'bank-ca.pem', 'request.mjs']);
  },
);
