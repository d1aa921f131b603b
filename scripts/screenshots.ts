/** `npm run screenshots`: takes the pictures of docs/screenshots anew. */
import { runE2e } from './e2e.ts';

process.exitCode = await runE2e(['--project=browser', 'screens'], { TPP_SCREENSHOTS: '1' });
