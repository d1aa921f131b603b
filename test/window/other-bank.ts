/** A production bank in another process, and the certificate files of a TPP that it trusts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIdentity, testCa } from '../support/identity.ts';
import { type BankProcess, startProcess } from '../support/process.ts';
import { test } from './fixtures.ts';

/** Of `tpp.pfx`. */
export const PFX_PASSWORD = 'blåbær og ål';

export interface OtherBank {
  /** Has `ca.pem`, `tpp.pem` with its key, and `tpp.pfx`. */
  folder: string;
  bank: BankProcess;
}

/** Starts it before the tests of a file, and ends it after them. @returns what gives it to a test */
export function useOtherBank(): () => OtherBank {
  let started: OtherBank | null = null;
  test.beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-other-bank-'));
    const file = (name: string) => join(folder, name);
    // Not the TPP that the workbench registers at its own bank.
    const organizationNumber = 'PSDNO-FSA-912345674';
    const [identity, ca] = await Promise.all([makeIdentity({ organizationNumber }), testCa()]);
    writeFileSync(file('ca.pem'), ca);
    writeFileSync(file('tpp.pem'), identity.pem + identity.keyPem);
    const pfx = ['pkcs12', '-export', '-in', file('tpp.pem'), '-out', file('tpp.pfx')];
    execFileSync('openssl', [...pfx, '-passout', `pass:${PFX_PASSWORD}`]);
    const bank = ['--env', 'production', '--quirk', 'openRegister=true', '--psu-http', '--data', ':memory:'];
    started = { folder, bank: await startProcess(...bank, '--trust', file('ca.pem')) };
  });
  test.afterAll(() => {
    started?.bank.child.kill();
    if (started !== null) rmSync(started.folder, { recursive: true, force: true });
  });
  return () => {
    if (started === null) throw new Error('The other bank is not started yet.');
    return started;
  };
}
