/** `npm run openapi`: writes docs/openapi.json, with examples that it records, and the schemas of the configuration files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configFileSchema } from '../bank-sim/options.ts';
import { spacesConfigSchema } from '../bank-sim/spaces/options.ts';
import { openApiDocument } from '../shared/xs2a/openapi.ts';
import { recordExamples } from './lib/record-examples.ts';

const ROOT = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const write = (file: string, document: unknown) =>
  writeFileSync(join(ROOT, file), `${JSON.stringify(document, null, 2)}\n`);

const examples = await recordExamples();
write('shared/xs2a/examples.json', examples);
write('docs/openapi.json', openApiDocument(version, examples));
writeFileSync(join(ROOT, 'docs/bank.schema.json'), configFileSchema());
writeFileSync(join(ROOT, 'docs/spaces.schema.json'), spacesConfigSchema());
