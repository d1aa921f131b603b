/** `npm run test:recorded`: records each test tagged @recorded in both hosts, and runs what was recorded, also at another bank. */
import { runWindowTests } from './window-tests.ts';

process.exitCode = await runWindowTests(['--grep=@recorded', ...process.argv.slice(2)], { TPP_RECORD: '1' });
