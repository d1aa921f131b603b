import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,core,security,faults}/**/*.test.ts'],
    // Two cores are for two files at a time; of itself vitest leaves one idle.
    maxWorkers: 2,
    // Files share a process and its modules, which are compiled once: a third less work. So no test may change what others see.
    isolate: false,
    // For what hangs. No test may fail because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
