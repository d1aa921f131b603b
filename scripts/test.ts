/**
 * `npm test`: runs every check and every test, then prints a one-line summary. `npm run test:quick` leaves out what takes
 * minutes: the bank over HTTPS, the core, the attacks and the window. Each step can be run separately with the npm script of
 * the same name.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from './lib/debian.ts';
import { playwrightReport, type Report, vitestReport } from './lib/reports.ts';
import { run } from './lib/run.ts';
import { runE2e } from './e2e.ts';

/** The steps that the quick run leaves out take minutes. */
const quick = process.argv.includes('--quick');
const ROOT = join(import.meta.dirname, '..');
const bin = (path: string) => join(ROOT, 'node_modules', path);

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

process.chdir(ROOT);
const results = mkdtempSync(join(tmpdir(), 'tpp-test-'));
const total = { passed: 0, skipped: 0 };
const failed: string[] = [];
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
    'haproxy',
  ]);
  for (const [title, file, ...args] of CHECKS) {
    console.log(`\n— ${title}`);
    const status = await run(process.execPath, [file, ...args]);
    add(status === 0 ? { passed: 1, skipped: 0, failed: [] } : { passed: 0, skipped: 0, failed: [title] });
  }
  console.log(quick ? '\n— Unit tests' : '\n— Unit, core, security and conformance tests');
  const vitestFile = join(results, 'vitest.json');
  const vitest = await run(process.execPath, [
    bin('vitest/vitest.mjs'),
    'run',
    ...(quick ? ['test/unit'] : []),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${vitestFile}`,
  ]);
  add(reported('vitest', vitest, () => vitestReport(vitestFile)));

  if (!quick) add(await windowTests());
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

function add(report: Report): void {
  total.passed += report.passed;
  total.skipped += report.skipped;
  failed.push(...report.failed);
}

/** Tests the window, in a browser and in Electron. */
async function windowTests(): Promise<Report> {
  console.log('\n— End-to-end tests, in a browser and in Electron');
  const file = join(results, 'playwright.json');
  const status = await runE2e(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return reported('Playwright', status, () => playwrightReport(file));
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
