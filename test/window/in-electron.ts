/** Programs that run inside Electron's Node.js. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNodeBundle } from '../../scripts/build.ts';

/** Runs a program of test/electron-runtime inside Electron. @returns what it prints, as JSON */
export async function inElectron(folder: string, program: string, fixtures: unknown): Promise<unknown> {
  writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(fixtures));
  await buildNodeBundle(`test/electron-runtime/${program}.ts`, folder, 'report.cjs');
  const printed = execFileSync(
    process.env['TPP_ELECTRON'] ?? '',
    [join(import.meta.dirname, '../electron-runtime/bootstrap.cjs')],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        TPP_TEST_SCRIPT: join(folder, 'report.cjs'),
        TPP_FIXTURES: join(folder, 'fixtures.json'),
      },
    },
  );
  return JSON.parse(printed);
}
