/** docs/ci.md: its first shell command does what the text says, as it is written. The others are in test/full/core/ci-document.test.ts. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = folderForFile('ci');
const blocks = Array.from(
  readFileSync(join(ROOT, 'docs/ci.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs),
  ([, script = '']) => script,
);

beforeAll(() => {
  mkdirSync(join(folder, 'main'));
  symlinkSync(join(ROOT, 'main/collections'), join(folder, 'main/collections'));
});

/** As a pipeline does: in an empty folder with the collections, and with this Node.js. */
async function run(script: string): Promise<{ stdout: string; stderr: string }> {
  const program = `npx() { shift; "${process.execPath}" "${programFile('cli')}" "$@"; }\n`;
  // The bank must be the process that is ended, so a function would not do for it.
  const own = script.replace('npx tpp-workbench bank', `"${process.execPath}" "${programFile('bank')}"`);
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return promisify(execFile)('bash', ['-e', '-c', program + own], {
    cwd: folder,
    env: { ...process.env, PATH: path },
  });
}

describe('docs/ci.md', () => {
  it('with a bank of its own', async () => {
    const { stdout } = await run(blocks[0] ?? '');
    expect(stdout).toContain('0 failed');
    expect(readFileSync(join(folder, 'reports/first-steps.xml'), 'utf8')).toContain('failures="0"');
    expect(existsSync(join(folder, 'reports/first-steps-files/0.js'))).toBe(true);
  });
});
