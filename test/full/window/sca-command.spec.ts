/** `run --sca-command` at a bank that is no simulator: the example of docs/ci.md with Playwright, as it is written. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { FOREIGN_PSU, startForeignBank } from '../../support/foreign-bank.ts';
import { programFile } from '../../support/programs.ts';

const ROOT = join(import.meta.dirname, '../../..');
const [, EXAMPLE = ''] =
  /```js\n\/\/ approve\.mjs\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')) ?? [];
/** What is particular to this machine: where its browser is, that root may start it, and that it does not know the bank's CA. */
const LAUNCH = {
  executablePath: process.env['TPP_CHROMIUM'],
  args: ['--no-sandbox', '--ignore-certificate-errors'],
};

test('a browser approves and aborts on the pages of a bank: the example for Playwright', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-sca-command-'));
  const bank = await startForeignBank();
  const tpp = (...args: string[]) =>
    promisify(execFile)(process.execPath, [programFile('cli'), ...args], { cwd: folder });
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(
      join(folder, 'approve.mjs'),
      EXAMPLE.replace('launch()', `launch(${JSON.stringify(LAUNCH)})`),
    );
    writeFileSync(join(folder, 'ca.pem'), bank.ca);
    const environment = { baseUrl: bank.baseUrl, roots: 'ca.pem', certificate: ['made/tpp.pem'] };
    writeFileSync(join(folder, 'sandbox.env.json'), JSON.stringify(environment));
    writeFileSync(
      join(folder, '1.flow.yaml'),
      `steps:
  - request: POST /v1/bank-offered-consents
  - { sca: abort, as: '${FOREIGN_PSU}' }
  - { consent: '${FOREIGN_PSU}' }
  - request: GET /v1/accounts
`,
    );
    await tpp('cert', 'make', '--out', 'made');
    const command = `"${process.execPath}" approve.mjs`;
    const { stdout } = await tpp('run', '.', '--env', 'sandbox.env.json', '--sca-command', command);
    expect(stdout).toContain(' 0 failed');
    expect(stdout).toContain(' 0 skipped, 0 not run');
    expect(bank.seen).toContain('GET /v1/accounts');
  } finally {
    await bank.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
