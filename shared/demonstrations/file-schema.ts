/** The JSON Schema of the file of a demonstration, for editors. */
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { demonstrationFile } from './demonstration.ts';

const t = texts.demonstrations.lint;

/** What the first line of a file points to, beside it. */
export const SCHEMA_FILE = 'demonstration.schema.json';

/** Its text, in the style of the generated documents. */
export function demonstrationFileSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(demonstrationFile, { io: 'input' });
  const described = {
    $schema,
    title: t.schemaTitle,
    description: t.schemaDescription,
    ...schema,
  };
  return `${JSON.stringify(described, null, 2)}\n`;
}
