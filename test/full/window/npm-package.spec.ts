/** The package for npm in the browser tests of another project: the example of its README, as it is written. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { linkPackage, writeExamples } from '../../support/npm-package.ts';

/** As far as they tell the inner Playwright that it is the outer one. */
const OUTER = /^(?:PW_?|PLAYWRIGHT|TEST_|NODE_OPTIONS|FORCE_COLOR)/;

test('a bank beside the tests of another project: the example for Playwright', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-npm-playwright-'));
  try {
    linkPackage(folder);
    writeExamples(
      folder,
      ['playwright.config.ts', 'start-bank.ts', 'consent.spec.ts'],
      ['@playwright/test', 'better-sqlite3'],
    );
    // What is particular to this machine: where its browser is, and that root may start it.
    const launchOptions = { executablePath: process.env['TPP_CHROMIUM'], args: ['--no-sandbox'] };
    writeFileSync(
      join(folder, 'here.config.ts'),
      `import config from './playwright.config.ts';\nexport default { ...config, use: { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} } };\n`,
    );
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTER.test(name)));
    const playwright = join(folder, 'node_modules/@playwright/test/cli.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [playwright, 'test', '--config', 'here.config.ts', '--reporter', 'line'],
      { cwd: folder, env },
    );
    expect(stdout).toContain('1 passed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
