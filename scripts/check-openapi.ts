/** `npm run check:openapi`: lints the OpenAPI documents with Redocly and Spectral, offline; a warning counts as an error. */
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiTexts } from './lib/generated.ts';
import { run } from './lib/run.ts';
import { writeTexts } from './lib/write-texts.ts';

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
/** Neither telemetry nor a look for newer versions. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

process.chdir(ROOT);
const folder = mkdtempSync(join(tmpdir(), 'tpp-openapi-'));
const generated = openApiTexts();
writeTexts(folder, generated);
const documents = ['docs/openapi.json', ...Array.from(generated.keys(), (name) => join(folder, name))];
const statuses = [
  await run(process.execPath, [require.resolve('@redocly/cli/bin/cli.js'), 'lint', ...documents], OFFLINE),
  await run(process.execPath, [
    require.resolve('@stoplight/spectral-cli/dist/index.js'),
    'lint',
    '--fail-severity=hint',
    ...documents,
  ]),
];
rmSync(folder, { recursive: true });
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
