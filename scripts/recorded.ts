/** `npm run test:recorded`: records each test tagged @recorded in both hosts, and runs what was recorded, also at another bank. */
import { runE2e } from './e2e.ts';

process.exitCode = await runE2e(['--grep=@recorded', ...process.argv.slice(2)], { TPP_RECORD: '1' });
