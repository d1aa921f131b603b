/** `npm run bench:app`: start time, sending, memory and large bodies of the workbench; see test/bench/app.ts. */
import { join } from 'node:path';
import { runWithWindow } from './window-tests.ts';

process.exitCode = await runWithWindow([
  process.execPath,
  join(import.meta.dirname, '../test/bench/app.ts'),
  ...process.argv.slice(2),
]);
