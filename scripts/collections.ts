/** `npm run collections`: writes the shipped collections, and the JSON Schemas of their files and of demonstrations. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionFiles } from './lib/collections/files.ts';
import { demonstrationFileSchema } from '../shared/demonstrations/file-schema.ts';
import { collectionSchema } from './lib/collections/schema.ts';
import { writeTexts } from './lib/write-texts.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'main/collections');

mkdirSync(folder, { recursive: true });
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.json')) rmSync(join(folder, path));
const files = collectionFiles();
writeTexts(folder, files);
writeFileSync(join(root, 'docs/collection.schema.json'), collectionSchema());
writeFileSync(join(root, 'docs/demonstration.schema.json'), demonstrationFileSchema());
console.log(`main/collections: ${files.size} files`);
