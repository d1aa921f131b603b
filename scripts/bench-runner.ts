/** `npm run bench:runner`: collections beside other runners, their memory and report; see test/bench/runner.ts. */
import { join } from 'node:path';
import { runWithWindow } from './window-tests.ts';

process.exitCode = await runWithWindow([
  process.execPath,
  join(import.meta.dirname, '../test/bench/runner.ts'),
]);
