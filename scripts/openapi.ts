/** `npm run openapi`: writes the bank's OpenAPI document to docs/openapi.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../shared/xs2a/openapi.ts';

const ROOT = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
writeFileSync(join(ROOT, 'docs/openapi.json'), `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
