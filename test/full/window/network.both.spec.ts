/** Whom the product talks to, as the kernel sees it: nobody but this machine and the bank that a person has named. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../scripts/lib/debian.ts';
import { OpenSsl } from '../../support/openssl-fixtures.ts';
import { contacts } from '../../support/contacts.ts';
import { expect, test } from '../../window/fixtures.ts';
import { giveConsent, goTo, setPassphrase } from '../../window/steps.ts';

/** A name that exists nowhere, so that nothing but a question for it leaves the machine. */
const NAMED = 'a-bank-that-a-person-named.invalid';

const folder = mkdtempSync(join(tmpdir(), 'tpp-network-'));
const record = join(folder, 'calls');
const traced = join(folder, 'traced');
const seen = () => contacts(readFileSync(record, 'utf8'));
test.beforeAll(() => {
  ensureDebianPackages(['strace']);
  writeFileSync(
    traced,
    `#!/bin/sh\nexec strace -D -f --seccomp-bpf -qq -yy -s 300 -e trace=connect,sendto,sendmsg,sendmmsg -o '${record}' "$TPP_EXECUTABLE" "$@"\n`,
  );
  chmodSync(traced, 0o755);
  // The record would show it: an address of RFC 5737, where nobody is.
  const call =
    "const s = require('net').connect(9, '192.0.2.1').on('error', () => {}); setImmediate(() => s.destroy())";
  execFileSync(traced, ['-e', call], { env: { ...process.env, TPP_EXECUTABLE: process.execPath } });
  expect(seen().addresses).toEqual(['192.0.2.1:9']);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.use({ firstStart: true, throughProgram: traced });

test(
  'no address is contacted but this machine and the bank that a person has named',
  { tag: '@linux' },
  async ({ workbench }) => {
    test.slow();
    const { page } = workbench;
    const openssl = new OpenSsl();
    openssl.selfSigned('own', ['rsa:2048']);
    const files = ['own.pem', 'own-key.pem'].map((name) => openssl.read(name));
    openssl.dispose();
    // What a person does: sends, signs in at the bank, imports, writes words that are spelt wrong.
    await giveConsent(workbench);
    await goTo(page, 'Certificates');
    await page
      .getByLabel('Certificate files')
      .setInputFiles({ name: 'own.pem', mimeType: 'application/x-pem-file', buffer: Buffer.concat(files) });
    await setPassphrase(page, 'hvelvets hemmelige ord 0815');
    await expect(page.getByRole('button', { name: 'Use for signing' })).toBeVisible();
    await goTo(page, 'Bank');
    await goTo(page, 'History');
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('mispeled wrods evrywhere');
    expect(seen()).toEqual({ addresses: [], names: [] });

    await goTo(page, 'Environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const form = page.getByRole('form', { name: 'Environment' });
    await form.getByLabel('Name', { exact: true }).fill('A bank');
    await form.getByLabel('Base URL').fill(`https://${NAMED}`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Saved.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Send requests here' }).click();
    await goTo(page, 'Requests');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText(
      `The host name in https://${NAMED} cannot be resolved.`,
    );
    const { addresses, names } = seen();
    expect(addresses).toEqual([]);
    // With what the machine's resolver appends.
    expect(names.filter((name) => !name.startsWith(NAMED))).toEqual([]);
  },
);
