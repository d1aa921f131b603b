/** `npm run test:recorded`: records each journey of payments in both hosts, and runs what was recorded, also at another bank. */
import { runE2e } from './e2e.ts';

process.exitCode = await runE2e(['payment-journeys', ...process.argv.slice(2)], { TPP_RECORD: '1' });
