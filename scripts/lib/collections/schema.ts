/** The JSON Schema of the files of a collection, for editors and other programs. */
import { z } from 'zod';
import { folderFileSchema } from '../../../shared/collections/folder-file.ts';
import { operationsFileSchema } from '../../../shared/collections/operations-file.ts';
import { stepFileSchema } from '../../../shared/collections/step-file.ts';
import { STEP_KINDS } from '../../../shared/collections/steps.ts';

/** Its text, in the style of the generated documents. */
export function collectionSchema(): string {
  const {
    $schema,
    anyOf = [],
    $defs,
  } = z.toJSONSchema(z.union([stepFileSchema, folderFileSchema, operationsFileSchema]), { io: 'input' });
  const [step, folder, operations] = anyOf;
  const schema = {
    $schema,
    title: 'A file of a collection of TPP Workbench',
    description:
      'A step (*.step.json), what a folder says about itself (folder.json, and collection.json in the outermost one), or what an OpenAPI document said when the folder was made or updated from it (from-openapi.json).',
    anyOf: [
      { title: 'Step', ...step, oneOf: STEP_KINDS.map((kind) => ({ required: [kind] })) },
      { title: 'Folder', ...folder },
      { title: 'Operations', ...operations },
    ],
    $defs,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
