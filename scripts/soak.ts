/** `npm run soak -- --minutes N`: memory of host and window over hours; see test/bench/soak.ts. */
import { join } from 'node:path';
import { runWithWindow } from './window-tests.ts';

process.exitCode = await runWithWindow([
  process.execPath,
  join(import.meta.dirname, '../test/bench/soak.ts'),
  ...process.argv.slice(2),
]);
