import { defineConfig } from '@playwright/test';

/** Whether `npm run test:full` runs: test/full too, and everything in both hosts (CONTRIBUTING.md, Window tests). */
const FULL = process.env['TPP_FULL'] !== undefined;
/** Whether what a test does is recorded (test/window/recorded.ts): journeys of payments, in both hosts. */
const RECORDS = process.env['TPP_RECORD'] !== undefined;
/** They measure how quick the window is, so they come last and alone. */
const MEASURED = '**/large-bodies.both.spec.ts';
// Decided once, here: a worker sets DISPLAY to its own screen, and the test runner hands that on to projects that wait for it.
process.env['TPP_OWN_SCREENS'] ??=
  process.platform === 'linux' && process.env['DISPLAY'] === undefined ? '1' : '0';
/** What only Linux has or shows. Elsewhere it is not selected; on Linux nothing is skipped. */
const ELSEWHERE = process.platform === 'linux' ? [] : [/@linux/];

/** What is the same in both hosts is tested in the browser, where it is quicker. */
const ONCE = FULL || RECORDS ? [] : [/@page/];

// The host is the first word of a project's name.
const HOSTS = [
  {
    name: 'electron',
    testMatch: [
      '**/*.both.spec.ts',
      '**/*.electron.spec.ts',
      ...(RECORDS ? ['**/payment-journeys.spec.ts'] : []),
    ],
    testIgnore: MEASURED,
    grepInvert: [...ELSEWHERE, ...ONCE],
    // A screen has one focus: without one, each worker starts its own.
    workers: process.env['TPP_OWN_SCREENS'] === '1' ? 2 : 1,
  },
  {
    name: 'browser',
    testIgnore: ['**/*.electron.spec.ts', MEASURED],
    grepInvert: ELSEWHERE,
  },
];
const ALONE = [
  { name: 'electron-alone', testMatch: MEASURED, workers: 1, dependencies: ['electron', 'browser'] },
  { name: 'browser-alone', testMatch: MEASURED, workers: 1, dependencies: ['electron-alone'] },
];

export default defineConfig({
  testDir: FULL || RECORDS ? 'test' : 'test/window',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // For what hangs. No test may fail because the machine is busy.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A trace costs half as much again as the test, so a failed test runs once more to get one. It has failed all the same (scripts/lib/reports.ts).
  retries: 1,
  use: { screenshot: 'only-on-failure', trace: 'on-first-retry' },
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  projects: FULL ? [...HOSTS, ...ALONE] : HOSTS,
});
