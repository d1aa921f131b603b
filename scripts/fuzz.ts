/** `npm run fuzz`: sends 100,000 correctly signed requests with random content (`npm test` sends 2,000). */
import { join } from 'node:path';
import { run } from './lib/run.ts';

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const runs = process.env['TPP_FUZZ'] ?? '100000';
process.exitCode = await run(process.execPath, [vitest, 'run', 'test/conformance/fuzz.test.ts'], {
  TPP_FUZZ: runs,
});
