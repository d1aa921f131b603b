/**
 * `npm run security:protections`: removes each protection of the desktop host in turn from a copy of the source, and expects the
 * test of that protection to fail. `-- 'webview|frame'` for those whose names match.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWithWindow } from './window-tests.ts';
import { type Protection, PROTECTIONS, VIEW, WINDOW } from './lib/protections.ts';

const ROOT = join(import.meta.dirname, '..');
const COPIED = ['main', 'shared', 'bank-sim', 'renderer', 'scripts', 'test', 'dist'];
const FILES = [
  'package.json',
  'tsconfig.json',
  'playwright.config.ts',
  'vitest.config.ts',
  'electron-builder.yml',
];
/** Set in the process that has a screen. */
const INSIDE = 'TPP_PROTECTIONS_INSIDE';

if (process.env[INSIDE] === undefined)
  process.exitCode = await runWithWindow([process.execPath, import.meta.filename, ...process.argv.slice(2)], {
    [INSIDE]: '1',
  });
else process.exitCode = await removeEach(process.argv[2] ?? '');

/** @returns 1 if a test did not notice that its protection is gone */
async function removeEach(pattern: string): Promise<number> {
  const copy = mkdtempSync(join(tmpdir(), 'tpp-protections-'));
  try {
    for (const name of [...COPIED, ...FILES]) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const chosen = PROTECTIONS.filter(({ name }) => new RegExp(pattern).test(name));
    const unnoticed: string[] = [];
    for (const protection of chosen) {
      const noticed = isNoticed(copy, protection);
      console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${protection.name}`);
      if (!noticed) unnoticed.push(protection.name);
    }
    console.log(
      `\n${chosen.length - unnoticed.length} of ${chosen.length} removed protections were noticed.`,
    );
    return unnoticed.length === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Builds the copy without the protection and runs its test. */
function isNoticed(copy: string, { file, find, becomes, fails, test }: Protection): boolean {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) throw new Error(`${file} does not contain this once: ${find}`);
  try {
    writeFileSync(
      path,
      source.replace(find, () => becomes),
    );
    const build = `const { buildHost } = await import('./scripts/build.ts'); await buildHost();`;
    const built = inCopy(copy, ['--input-type=module', '-e', build]);
    if (built.status !== 0) throw new Error(`Without ${find} the build fails:\n${built.output}`);
    const run = inCopy(
      copy,
      test?.endsWith('.test.ts')
        ? ['node_modules/vitest/vitest.mjs', 'run', test]
        : [
            'node_modules/@playwright/test/cli.js',
            'test',
            '--project=electron',
            '--reporter=line',
            '-g',
            test ?? (file.endsWith('psu-view.ts') ? VIEW : WINDOW),
          ],
    );
    return run.status !== 0 && run.output.includes(fails);
  } finally {
    writeFileSync(path, source);
  }
}

function inCopy(copy: string, args: readonly string[]): { status: number | null; output: string } {
  const env = {
    ...process.env,
    TPP_FULL: '1',
    TPP_ELECTRON_MAIN: join(copy, 'test/electron-runtime/bootstrap.cjs'),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env });
  return { status, output: `${stdout}${stderr}` };
}
