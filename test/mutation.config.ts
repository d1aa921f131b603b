/** The tests of `npm run mutation`. Stryker itself loads their modules again where a change needs that. */
import { defineConfig } from 'vitest/config';
import { ALONE, TOGETHER } from '../vitest.config.ts';

const { setupFiles, isolate } = TOGETHER;

export default defineConfig({
  test: {
    setupFiles,
    isolate,
    include: ['test/unit/**/*.test.ts'],
    exclude: ALONE,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
