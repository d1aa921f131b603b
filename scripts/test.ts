/**
 * `npm test`: every check and every test, then one line that sums them up.
 * Each step can be run alone by the npm script of its name.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from './lib/debian.ts';
import { run } from './lib/run.ts';
import { runE2e } from './e2e.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (path: string) => join(ROOT, 'node_modules', path);

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const CHECKS: readonly [title: string, file: string, ...args: string[]][] = [
  ['Format', bin('oxfmt/bin/oxfmt'), '--check', '.'],
  ['Lint and the arrows between the rooms', bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
  ['Types', bin('typescript/bin/tsc'), '--noEmit'],
  ['Unused code', bin('knip/bin/knip.js')],
];

process.chdir(ROOT);
const results = mkdtempSync(join(tmpdir(), 'tpp-test-'));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
try {
  ensureDebianPackages([
    'openssl',
    'curl',
    'openjdk-17-jdk-headless',
    'python3',
    'python3-requests',
    'python3-cryptography',
    'mono-mcs',
    'mono-runtime',
    'libmono-system-net-http4.0-cil',
  ]);
  for (const [title, file, ...args] of CHECKS) {
    console.log(`\n— ${title}`);
    add(
      (await run(process.execPath, [file, ...args])) === 0
        ? { passed: 1, failed: 0, skipped: 0 }
        : { passed: 0, failed: 1, skipped: 0 },
    );
  }
  console.log('\n— Unit, core, security and conformance tests');
  const vitestFile = join(results, 'vitest.json');
  const vitest = await run(process.execPath, [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${vitestFile}`,
  ]);
  add(counted(vitest, () => vitestCounts(vitestFile)));

  console.log('\n— End-to-end tests, in a browser and in Electron');
  const playwrightFile = join(results, 'playwright.json');
  const playwright = await runE2e(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightFile });
  add(counted(playwright, () => playwrightCounts(playwrightFile)));
} finally {
  rmSync(results, { recursive: true, force: true });
}
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`\ntests: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);

function add(counts: Counts): void {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

/** A runner that failed without a failed test, or left no report, counts as one failure. */
function counted(status: number, read: () => Counts): Counts {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read();
  } catch {
    return { ...counts, failed: 1 };
  }
  const fell = (status !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0;
  return fell ? { ...counts, failed: counts.failed + 1 } : counts;
}

function vitestCounts(file: string): Counts {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests',
    number
  >;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function playwrightCounts(file: string): Counts {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
