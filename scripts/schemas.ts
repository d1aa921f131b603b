/** `npm run schemas`: writes the JSON Schemas of flow files, of collections and of demonstrations. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demonstrationFileSchema } from '../shared/demonstrations/file-schema.ts';
import { collectionSchema, flowSchema } from '../shared/collections/flow-schema.ts';

const docs = join(import.meta.dirname, '../docs');

writeFileSync(join(docs, 'flow.schema.json'), flowSchema());
writeFileSync(join(docs, 'collection.schema.json'), collectionSchema());
writeFileSync(join(docs, 'demonstration.schema.json'), demonstrationFileSchema());
