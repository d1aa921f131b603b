/** `npm run docs`: writes docs/generated: the rules with their tests, the OpenAPI documents of the control calls, and the collections for Postman and Bruno. */
import { rmSync } from 'node:fs';
import { conformanceBook, conformanceTests } from './lib/conformance-book.ts';
import { GENERATED, openApiTexts, readyTexts } from './lib/generated.ts';
import { writeTexts } from './lib/write-texts.ts';

rmSync(GENERATED, { recursive: true, force: true });
const texts = new Map([
  ['conformance.md', conformanceBook(await conformanceTests())],
  ...openApiTexts(),
  ...readyTexts(),
]);
writeTexts(GENERATED, texts);
console.log(`docs/generated: ${texts.size} files`);
