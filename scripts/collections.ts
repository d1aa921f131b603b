/** `npm run collections`: writes the shipped collections, and the JSON Schemas of their files and of demonstrations. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectionFiles } from './lib/collections/files.ts';
import { collectionSchema, demonstrationFileSchema } from './lib/collections/schema.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'main/collections');

mkdirSync(folder, { recursive: true });
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.json')) rmSync(join(folder, path));
const files = collectionFiles();
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
writeFileSync(join(root, 'docs/collection.schema.json'), collectionSchema());
writeFileSync(join(root, 'docs/demonstration.schema.json'), demonstrationFileSchema());
console.log(`main/collections: ${files.size} files`);
