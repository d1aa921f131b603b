/**
 * `npm run spaces:soak -- MINUTES`: fifty spaces, twenty clients and kills for ten minutes, or for so many (`npm test`: a few seconds).
 * With `--domain`, the spaces have host names at shared ports.
 */
import { join } from 'node:path';
import { run } from './lib/run.ts';

const args = process.argv.slice(2);
const [minutes = '10'] = args.filter((one) => one !== '--domain');
if (!/^\d+(?:\.\d+)?$/.test(minutes)) throw new Error(`Give a number of minutes, not "${minutes}".`);
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
process.exitCode = await run(process.execPath, [vitest, 'run', 'test/conformance/spaces-soak.test.ts'], {
  TPP_SPACES_MINUTES: minutes,
  TPP_SPACES_NAMED: args.includes('--domain') ? '1' : '0',
});
