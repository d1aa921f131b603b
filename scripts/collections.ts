/**
 * `npm run collections`: writes the shipped collections, what Postman and Bruno can open of them, and the JSON Schemas of their files and
 * of demonstrations.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectionFiles } from './lib/collections/files.ts';
import { demonstrationFileSchema } from '../shared/demonstration/file-schema.ts';
import { collectionSchema } from './lib/collections/schema.ts';
import { readyFiles } from './lib/ready-collections/files.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'main/collections');

mkdirSync(folder, { recursive: true });
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.json')) rmSync(join(folder, path));
const files = collectionFiles();
write(folder, files);
const readyFolder = join(root, 'docs/collections');
rmSync(readyFolder, { recursive: true, force: true });
const ready = readyFiles(folder);
write(readyFolder, ready);
writeFileSync(join(root, 'docs/collection.schema.json'), collectionSchema());
writeFileSync(join(root, 'docs/demonstration.schema.json'), demonstrationFileSchema());
console.log(`main/collections: ${files.size} files, docs/collections: ${ready.size} files`);

function write(into: string, all: ReadonlyMap<string, string>): void {
  for (const [path, text] of all) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
}
