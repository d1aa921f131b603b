import { defineConfig } from '@playwright/test';

const MEASURED = '**/large-bodies.both.spec.ts';
// Decided once, here: a worker sets DISPLAY to its own screen, and the test runner hands that on to projects that wait for it.
process.env['TPP_OWN_SCREENS'] ??=
  process.platform === 'linux' && process.env['DISPLAY'] === undefined ? '1' : '0';
/** What the kernel sees of the program, which only Linux shows. Elsewhere these are not selected; on Linux nothing is skipped. */
const ELSEWHERE =
  process.platform === 'linux' ? [] : ['**/network.both.spec.ts', '**/sandbox.electron.spec.ts'];

/** Journeys of payments run in both hosts if they are recorded (test/e2e/recorded.ts). */
const RECORDED = process.env['TPP_RECORD'] === undefined ? [] : ['**/payment-journeys.spec.ts'];

/**
 * What the page and the core do is the same in both hosts, so its tests run in the browser, where they are quicker
 * (CONTRIBUTING.md, Window tests). `npm run test:e2e -- --everywhere` runs them in Electron too.
 */
const ONCE =
  process.env['TPP_EVERYWHERE'] === undefined && RECORDED.length === 0 ? { grepInvert: /@page/ } : {};

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  timeout: RECORDED.length > 0 ? 180_000 : 120_000,
  // For what hangs. No test may fail because the machine is busy.
  expect: { timeout: 30_000 },
  // Each test has its own host, bank and data folder. A test waits for a third of its time, so that four keep two cores busy.
  fullyParallel: true,
  workers: 4,
  reporter: 'list',
  // Half of the workers drive Electron and half a browser. What measures how quick the window is comes last and alone. The host
  // is the first word of a project's name.
  projects: [
    {
      name: 'electron',
      testMatch: ['**/*.both.spec.ts', '**/*.electron.spec.ts', ...RECORDED],
      testIgnore: [MEASURED, ...ELSEWHERE],
      ...ONCE,
      // A screen has one focus: without one, each worker starts its own.
      workers: process.env['TPP_OWN_SCREENS'] === '1' ? 2 : 1,
    },
    { name: 'browser', testIgnore: ['**/*.electron.spec.ts', MEASURED, ...ELSEWHERE] },
    {
      name: 'electron-alone',
      testMatch: MEASURED,
      ...ONCE,
      workers: 1,
      dependencies: ['electron', 'browser'],
    },
    { name: 'browser-alone', testMatch: MEASURED, workers: 1, dependencies: ['electron-alone'] },
  ],
});
