import { defineConfig } from 'vitest/config';
import { KEEP_COMPILED_CODE } from './shared/node/compile-cache.ts';

const ALL = 'test/{unit,conformance,core,security}/**/*.test.ts';
/** What `npm run test:full` runs besides (CONTRIBUTING.md, Two suites). */
const FULL = 'test/full/{unit,conformance,core,security,faults}/**/*.test.ts';
/** They replace a module for all that import it, so each has a process of its own. */
export const ALONE = [
  'test/unit/attempt.test.ts',
  'test/unit/signature-diagnosis.test.ts',
  'test/core/vault.test.ts',
  'test/core/vault-memory.test.ts',
  'test/security/flushed-folders.test.ts',
];

/** Files share a process and its modules, which are compiled once: a third less work. So no test may change what others see. */
export const TOGETHER = {
  globalSetup: 'test/support/bundles.ts',
  setupFiles: ['test/support/begin.ts', 'test/support/shared-keys.ts'],
  isolate: false,
};

export default defineConfig({
  test: {
    // Two cores are for two files at a time; of itself vitest leaves one idle.
    maxWorkers: 2,
    // The programs that tests start, by the hundred.
    env: KEEP_COMPILED_CODE,
    // For what hangs. No test may fail because the machine is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      { extends: true, test: { ...TOGETHER, name: 'shared', include: [ALL], exclude: ALONE } },
      { extends: true, test: { name: 'alone', setupFiles: 'test/support/begin.ts', include: ALONE } },
      { extends: true, test: { ...TOGETHER, name: 'full', include: [FULL] } },
    ],
  },
});
