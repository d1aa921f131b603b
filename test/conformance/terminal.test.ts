/** docs/simulator.md is run as it stands: a TPP needs no more than curl, openssl and the control listener (section 13). */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUIRKS } from '../../bank-sim/quirks.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/simulator.md'), 'utf8');

it(
  'PAY-6, BSK-8, SCA-9: every sh block of docs/simulator.md works, from top to bottom',
  { timeout: 120_000 },
  async () => {
    const script = Array.from(page.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) => block).join('\n');
    const result = await new Promise<{ code: number | string | null; output: string }>((resolve) => {
      // Traced, so that a failure names its line.
      execFile('bash', ['-euxo', 'pipefail', '-c', script], { cwd: ROOT }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? null), output: stdout + stderr.slice(-3000) }),
      );
    });
    expect(result.code, result.output).toBe(0);
  },
);

it('the page lists every quirk with its default', () => {
  for (const [name, { default: value }] of Object.entries(QUIRKS))
    expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\| \`${String(value)}\``));
});
