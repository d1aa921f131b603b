/** The documents that nobody writes by hand. `npm run docs` writes them into docs/generated; a release carries them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controlOpenApi } from '../../bank-sim/control/control-openapi.ts';
import { spacesOpenApi } from '../../bank-sim/spaces/calls.ts';
import { readyFiles } from './ready-collections/files.ts';

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Where they are written; ignored by Git. */
export const GENERATED = join(ROOT, 'docs/generated');

/** What the control listener and a service of spaces serve, as texts by file name. */
export function openApiTexts(): Map<string, string> {
  const text = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;
  return new Map([
    ['control-openapi.json', text(controlOpenApi(version))],
    ['spaces-openapi.json', text(spacesOpenApi(version))],
  ]);
}

/** The shipped collections as Postman and Bruno open them, as texts by path. */
export function readyTexts(): Map<string, string> {
  const files = readyFiles(join(ROOT, 'main/collections'));
  return new Map(Array.from(files, ([path, text]) => [`collections/${path}`, text]));
}
