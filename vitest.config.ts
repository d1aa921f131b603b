import { defineConfig } from 'vitest/config';
import { KEEP_COMPILED_CODE } from './shared/node/compile-cache.ts';

const ALL = 'test/{unit,conformance,core,security,faults}/**/*.test.ts';
/** They replace a module for all that import it, so each has a process of its own. */
const ALONE = [
  'test/unit/attempt.test.ts',
  'test/unit/clinic.test.ts',
  'test/core/vault-memory.test.ts',
  'test/security/flushed-folders.test.ts',
];

export default defineConfig({
  test: {
    // Two cores are for two files at a time; of itself vitest leaves one idle.
    maxWorkers: 2,
    // The programs that tests start, by the hundred.
    env: KEEP_COMPILED_CODE,
    // For what hangs. No test may fail because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          globalSetup: 'test/support/bundles.ts',
          setupFiles: 'test/support/shared-keys.ts',
          include: [ALL],
          exclude: ALONE,
          // Files share a process and its modules, which are compiled once: a third less work. So no test may change what others see.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
