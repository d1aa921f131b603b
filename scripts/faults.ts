/**
 * `npm run faults`: kills the workbench's host and the bank 200 times each at random moments (`npm test` does it 20 and 50 times).
 * `TPP_SEED=…` repeats the moments of an earlier run, as far as the machine is the same.
 */
import { join } from 'node:path';
import { run } from './lib/run.ts';

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
process.exitCode = await run(
  process.execPath,
  [vitest, 'run', 'test/full/faults', 'test/conformance/crash.test.ts', '--no-file-parallelism'],
  { TPP_KILLS: process.env['TPP_KILLS'] ?? '200' },
);
