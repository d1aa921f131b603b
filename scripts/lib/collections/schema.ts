/** The JSON Schema of the files of a collection, for editors and other programs. */
import { z } from 'zod';
import { folderFileSchema } from '../../../shared/collection/folder-file.ts';
import { stepFileSchema } from '../../../shared/collection/step-file.ts';
import { STEP_KINDS } from '../../../shared/collection/steps.ts';

/** Its text, in the style of the generated documents. */
export function collectionSchema(): string {
  const {
    $schema,
    anyOf = [],
    $defs,
  } = z.toJSONSchema(z.union([stepFileSchema, folderFileSchema]), { io: 'input' });
  const [step, folder] = anyOf;
  const schema = {
    $schema,
    title: 'A file of a collection of TPP Workbench',
    description:
      'A step (*.step.json), or what a folder says about itself (folder.json, and collection.json in the outermost one).',
    anyOf: [
      { title: 'Step', ...step, oneOf: STEP_KINDS.map((kind) => ({ required: [kind] })) },
      { title: 'Folder', ...folder },
    ],
    $defs,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
