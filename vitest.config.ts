import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,core,security,faults}/**/*.test.ts'],
    // Two cores are for two files at a time; of itself vitest leaves one idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
