import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,core,security}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
