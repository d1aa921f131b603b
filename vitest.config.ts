import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,core,security,faults}/**/*.test.ts'],
    // Two cores are for two files at a time; of itself vitest leaves one idle.
    maxWorkers: 2,
    // Files share a process and its modules, which are compiled once: a third less work. So no test may change what others see.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What happens only after a while is waited for as long as a test may take, however busy the machine is.
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});
