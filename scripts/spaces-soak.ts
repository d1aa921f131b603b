/**
 * `npm run spaces:soak -- MINUTES`: fifty spaces, twenty clients and kills for ten minutes, or for so many (the full suite: a few seconds).
 */
import { join } from 'node:path';
import { run } from './lib/run.ts';

const [minutes = '10'] = process.argv.slice(2);
if (!/^\d+(?:\.\d+)?$/.test(minutes)) throw new Error(`Give a number of minutes, not "${minutes}".`);
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
process.exitCode = await run(process.execPath, [vitest, 'run', 'test/full/conformance/spaces-soak.test.ts'], {
  TPP_SPACES_MINUTES: minutes,
});
