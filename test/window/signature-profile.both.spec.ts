/** Signature profiles in the window: the editor with its preview, and what another bank wants, found by trying. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProfileFile } from '../../shared/signing/profile.ts';
import { DIALECTS } from '../support/dialects.ts';
import { type BankProcess, startProcess } from '../support/process.ts';

import { expect, test } from './fixtures.ts';
import { bankKind, chooseOperation, goTo, send } from './steps.ts';

const ALWAYS = DIALECTS.find(({ digestWithoutBody }) => digestWithoutBody);
const DECIMAL = DIALECTS.find(({ serial }) => serial === 'decimal');
let folder: string;
let bank: BankProcess;

test.beforeAll(async () => {
  if (ALWAYS === undefined || DECIMAL === undefined) throw new Error('A dialect is missing.');
  folder = mkdtempSync(join(tmpdir(), 'tpp-profile-'));
  writeFileSync(join(folder, 'always.json'), writeProfileFile(ALWAYS));
  writeFileSync(join(folder, 'decimal.json'), writeProfileFile(DECIMAL));
  bank = await startProcess('--data', ':memory:', '--profile', join(folder, 'always.json'));
});
test.afterAll(() => {
  bank.child.kill();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'the local bank and its requests follow a profile, whose effect is shown as it is edited',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    const signing = page.getByRole('region', { name: 'Signing', exact: true });
    await expect(signing).toContainText('As the specification says');
    await signing.getByRole('button', { name: 'Change…' }).click();

    const preview = page.getByRole('region', { name: 'What is sent now' });
    const lines = preview.getByRole('list', { name: 'Signing string' }).getByRole('listitem');
    await expect(preview).toContainText('accepts it');
    const before = await lines.count();
    await page.getByText('Berlin Group, Digest always', { exact: true }).click();
    await expect(lines).toHaveCount(before + 1);
    await expect(lines.filter({ hasText: 'digest:' })).toHaveCount(1);

    await page.getByRole('group', { name: 'serial' }).getByText('decimal').click();
    await expect(preview.getByTestId('signature-header')).toContainText(/keyId="SN=\d+,CA=/);
    await expect(preview).toContainText('refuses it');
    await expect(page.getByText('2 settings differ from the specification.')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Sign psu-ip-address' }).check();
    await expect(lines.filter({ hasText: 'psu-ip-address:' })).toHaveCount(1);
    await page.getByRole('checkbox', { name: 'Sign host' }).check();
    await expect(lines.filter({ hasText: 'host: localhost' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Move psu-ip-address up' }).click();
    await page.getByRole('textbox', { name: 'Name of the profile' }).fill('Fejkbanken');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();

    // The bank takes what its environment sends, and says what it follows.
    await goTo(page, 'Requests');
    await send(page, '201 Created');
    await expect(signing).toContainText('Fejkbanken');
    await goTo(page, 'Bank');
    await bankKind(page, 'Quirks');
    await expect(page.getByRole('region', { name: 'List' })).toContainText('Fejkbanken');
    await page.getByRole('button', { name: 'Change…' }).click();

    // A file of somebody else.
    await page.getByLabel('File of a signature profile').setInputFiles(join(folder, 'decimal.json'));
    await expect(page.getByRole('textbox', { name: 'Name of the profile' })).toHaveValue('Decimal serial');
    await expect(page.getByText('1 setting differs from the specification.')).toBeVisible();
  },
);

test(
  'the form that another bank wants is found by trying, and kept',
  { tag: '@page' },
  async ({ workbench }) => {
    const { page } = workbench;
    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const form = page.getByRole('form', { name: 'Environment' });
    await form.getByLabel('Name', { exact: true }).fill('Fejkbanken');
    await form.getByLabel('Base URL').fill(bank.ready.apiBaseUrl);
    await form.getByLabel('Trusted roots').fill(readFileSync(bank.ready.caFile, 'utf8'));
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    await goTo(page, 'Requests');
    await chooseOperation(page, 'Ask for consent');
    const signing = page.getByRole('region', { name: 'Signing', exact: true });
    await signing.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('File of a signature profile').setInputFiles(join(folder, 'decimal.json'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await goTo(page, 'Requests');
    await expect(signing).toContainText('Decimal serial');
    await send(page, '400 Bad Request');

    // Two settings are wrong, so no change passes alone.
    const forms = page.getByRole('list', { name: 'Forms to try' }).getByRole('listitem');
    const untried = forms.getByRole('button', { name: 'Try this form' });
    const inVain = page.getByText('No change passes alone, so Fejkbanken may want two of them');
    for (let left = await untried.count(); left > 0; left--) {
      await expect(inVain).toBeHidden();
      await untried.first().click();
      await expect(untried).toHaveCount(left - 1);
    }
    await expect(inVain).toBeVisible();
    const digest = forms.filter({ hasText: 'Digest, also without a body' });
    await digest.getByRole('button', { name: 'Keep for Fejkbanken' }).click();
    await expect(digest).toContainText('from now on, requests to Fejkbanken are signed so');
    await send(page, '400 Bad Request');

    const serial = forms.filter({ hasText: 'The serial number in upper-case hexadecimal' });
    await serial.getByRole('button', { name: 'Try this form' }).click();
    await expect(serial).toContainText('201 Created');
    await serial.getByRole('button', { name: 'Keep for Fejkbanken' }).click();
    await expect(signing).toContainText('Berlin Group, Digest always');
    // The row is still that of the form that was kept.
    await expect(serial).toContainText('from now on, requests to Fejkbanken are signed so');
    await send(page, '201 Created');
  },
);
