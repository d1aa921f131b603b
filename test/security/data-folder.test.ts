/** Damaged keys of the bank: nothing is void without a word. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { foldersForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const folders = foldersForFile('data-folder');

it('damaged keys of the bank are kept aside, and the window says that its new CA is not the one that clients trust', async () => {
  const folder = folders.next();
  await (await startCore(folder)).stop();
  const pki = join(folder, 'bank/pki');
  writeFileSync(join(pki, 'ca-key.pem'), 'damaged');
  const workbench = await startCore(folder);
  onTestFinished(() => workbench.stop());
  const { notices } = await callCore(workbench, 'app.status', {});
  const aside = readdirSync(join(folder, 'bank')).find((name) => name.startsWith('pki.damaged-'));
  expect(notices).toEqual([
    `The bank's certificates in ${pki} cannot be used: ca-key.pem is damaged, or another key. They are kept as ${join(folder, 'bank', String(aside))}, and new ones were made. Every client that trusted the old CA refuses the bank now, and certificates that it has issued are void: let clients trust the new CA in ${join(pki, 'ca.pem')}. Or stop the program, and restore ${pki} from a backup.`,
  ]);
  expect(existsSync(join(folder, 'bank', String(aside), 'tls.pem'))).toBe(true);
});
