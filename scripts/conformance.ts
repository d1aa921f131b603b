/** `npm run conformance`: writes docs/conformance.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceBook, conformanceTests } from './lib/conformance-book.ts';

writeFileSync(join(import.meta.dirname, '../docs/conformance.md'), conformanceBook(await conformanceTests()));
