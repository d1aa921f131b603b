/** The documents that nobody writes by hand. `npm run docs` writes them into docs/generated; a release carries them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { controlOpenApi } from '../../bank-sim/control/control-openapi.ts';
import { spacesOpenApi } from '../../bank-sim/spaces/calls.ts';
import { listed } from '../../main/core/collections/listing.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import { brunoFiles } from '../../shared/interchange/to/bruno-folder.ts';

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

/** Of the shipped collections, those of which an export leaves out little. */
export const READY = ['first-steps', 'account-information', 'payments-and-baskets'] as const;

/** Their exports for Postman and Bruno, as texts by path. */
export function readyTexts(): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of READY) {
    const tree = treeOf(listed(join(ROOT, 'main/collections', name)));
    files.set(`collections/postman/${name}.json`, exportTree(tree, name, 'postman').text);
    for (const [path, text] of brunoFiles(exportTree(tree, name, 'opencollection').text))
      files.set(`collections/bruno/${name}/${path}`, text);
  }
  return files;
}
