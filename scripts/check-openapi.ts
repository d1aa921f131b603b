/** `npm run check:openapi`: lints the OpenAPI documents with Redocly and Spectral, offline; a warning counts as an error. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run } from './lib/run.ts';

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const DOCUMENTS = ['docs/openapi.json', 'docs/control-openapi.json', 'docs/spaces-openapi.json'];
/** Neither telemetry nor a look for newer versions. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

process.chdir(ROOT);
const statuses = [
  await run(process.execPath, [require.resolve('@redocly/cli/bin/cli.js'), 'lint', ...DOCUMENTS], OFFLINE),
  await run(process.execPath, [
    require.resolve('@stoplight/spectral-cli/dist/index.js'),
    'lint',
    '--fail-severity=hint',
    ...DOCUMENTS,
  ]),
];
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
