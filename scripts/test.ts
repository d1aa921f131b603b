/**
 * The tests, with a one-line summary at the end:
 * - `npm test`: every check, and every test whose result depends on nothing but the code;
 * - `npm run test:full`: also what lives in test/full, and the window's tests in both hosts; `-- checks`, `-- node` or `-- window` for a part;
 * - `npm run test:quick`: the checks and the unit tests.
 * CONTRIBUTING.md says what belongs where.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWindowTests } from './window-tests.ts';
import { ensureDebianPackages } from './lib/debian.ts';
import { playwrightReport, type Report, vitestReport } from './lib/reports.ts';
import { run } from './lib/run.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (path: string) => join(ROOT, 'node_modules', path);

const args = process.argv.slice(2);
const full = args.includes('--full');
const quick = args.includes('--quick');

const CHECKS: readonly [title: string, file: string, ...args: string[]][] = [
  ['Format', bin('oxfmt/bin/oxfmt'), '--check', '.'],
  ['Lint', bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
  ['Dependencies between files and folders', join(ROOT, 'scripts/check-arrows.ts')],
  ['Style sheets', bin('stylelint/bin/stylelint.mjs'), 'renderer/**/*.css'],
  ['OpenAPI documents', join(ROOT, 'scripts/check-openapi.ts')],
  ['Workflows', join(ROOT, 'scripts/check-workflows.ts')],
  ['Types', bin('typescript/bin/tsc'), '--noEmit'],
  ['Unused code', bin('knip/bin/knip.js')],
];

/** For the programs that the tests start. */
const PACKAGES = ['openssl', 'curl'];
const MORE_PACKAGES = [
  'openjdk-17-jdk-headless',
  'python3',
  'python3-requests',
  'python3-cryptography',
  'mono-mcs',
  'mono-runtime',
  'libmono-system-net-http4.0-cil',
  'strace',
];

const PARTS = { checks, node: nodeTests, window: windowTests };
type Part = keyof typeof PARTS;

process.chdir(ROOT);
const results = mkdtempSync(join(tmpdir(), 'tpp-test-'));
const total = { passed: 0, skipped: 0 };
const failed: string[] = [];
try {
  const parts = partsOf(args.filter((one) => !one.startsWith('--')));
  ensureDebianPackages(full ? [...PACKAGES, ...MORE_PACKAGES] : PACKAGES);
  for (const part of parts) await PARTS[part]();
} catch (error) {
  // A step that could not even be run, for example because system packages are missing.
  failed.push(String(error));
} finally {
  rmSync(results, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 || total.passed === 0 ? 1 : 0;
// Repeated at the end, where people look first and where a truncated log still ends.
if (failed.length > 0) console.log(`\nFailed:\n${failed.map((one) => `  ${one}`).join('\n')}`);
console.log(`\ntests: ${total.passed} passed, ${failed.length} failed, ${total.skipped} skipped`);

/** @throws Error for an unknown name */
function partsOf(names: readonly string[]): readonly Part[] {
  const known = Object.keys(PARTS) as Part[];
  const unknown = names.find((name) => !known.includes(name as Part));
  if (unknown !== undefined)
    throw new Error(`There is no part "${unknown}". The parts are ${known.join(', ')}.`);
  if (quick) return ['checks', 'node'];
  return names.length === 0 ? known : known.filter((part) => names.includes(part));
}

function add(report: Report): void {
  total.passed += report.passed;
  total.skipped += report.skipped;
  failed.push(...report.failed);
}

async function checks(): Promise<void> {
  for (const [title, file, ...rest] of CHECKS) {
    console.log(`\n— ${title}`);
    const status = await run(process.execPath, [file, ...rest]);
    add(status === 0 ? { passed: 1, skipped: 0, failed: [] } : { passed: 0, skipped: 0, failed: [title] });
  }
}

/** Everything without a window. */
async function nodeTests(): Promise<void> {
  console.log(quick ? '\n— Unit tests' : '\n— Unit, core, security and conformance tests');
  const file = join(results, 'vitest.json');
  const status = await run(process.execPath, [
    bin('vitest/vitest.mjs'),
    'run',
    ...['shared', 'alone', ...(full ? ['full'] : [])].map((name) => `--project=${name}`),
    ...(quick ? ['test/unit'] : []),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  add(reported('vitest', status, () => vitestReport(file)));
}

async function windowTests(): Promise<void> {
  console.log(`\n— Window tests, in a browser and in Electron${full ? ', all in both' : ''}`);
  const file = join(results, 'playwright.json');
  const status = await runWindowTests(['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(full && { TPP_FULL: '1' }),
  });
  add(reported('Playwright', status, () => playwrightReport(file)));
  if (status !== 0)
    console.log(
      `\nWhat the failed tests saw (screenshot, trace, host.log, flow.jsonl): ${join(ROOT, 'test-results')}`,
    );
}

/** A runner that failed without a failed test, or without a report, counts as one failure. */
function reported(runner: string, status: number, read: () => Report): Report {
  let report: Report;
  try {
    report = read();
  } catch (error) {
    return { passed: 0, skipped: 0, failed: [`${runner} wrote no report: ${String(error)}`] };
  }
  if (report.failed.length > 0) return report;
  if (status !== 0) return { ...report, failed: [`${runner} exited with status ${status}`] };
  return report.passed === 0 ? { ...report, failed: [`${runner} ran no tests`] } : report;
}
