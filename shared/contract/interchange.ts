/** Import of other programs' files into the collections, and export for other programs. */
import { z } from 'zod';
import { listedReportSchema } from '../interchange/listed.ts';
import { listedUpdateSchema } from '../interchange/updating/listed.ts';
import { EXPORTS, FORMATS } from '../interchange/model.ts';
import { requestNameSchema } from '../requests/request.ts';
import { MAX_FOLDER_PATH_CHARS } from '../limits.ts';

/** Id of an upload with the files; it remains until it is saved or ended. */
const files = z.object({ files: z.string() });

const importedSchema = z.object({
  /** As the files name the collection. */
  name: z.string(),
  /** What the files were read as. */
  formats: z.array(z.enum(FORMATS)),
  steps: z.number(),
  /** Whether there is nothing to save. */
  isEmpty: z.boolean(),
  report: listedReportSchema,
});
export type Imported = z.infer<typeof importedSchema>;

/** The client makes an id for each export, by which it can end it. */
const exportSchema = z.object({ id: z.uuid(), path: z.string(), format: z.enum(EXPORTS) });

export const INTERCHANGE_METHODS = {
  /** Reads files, and writes nothing. */
  'interchange.read': { by: 'person', input: files, output: importedSchema },
  /** Reads the files again and saves them as a new folder of the tree. `path` is that folder. */
  'interchange.save': {
    by: 'person',
    input: files.extend({ folder: z.string().max(MAX_FOLDER_PATH_CHARS), name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
  /** What a newer OpenAPI document would change in a folder. Writes nothing. */
  'interchange.compare': {
    by: 'person',
    input: files.extend({ path: z.string() }),
    output: z.object({ list: listedUpdateSchema, seen: z.string() }),
  },
  /** Changes what the list says. `otherwise` has the numbers of the items that are chosen otherwise than the list says. */
  'interchange.update': {
    by: 'person',
    input: files.extend({
      path: z.string(),
      /** Of the list: what has changed since is not overwritten. */
      seen: z.string(),
      otherwise: z.array(z.int().min(0)).max(20_000),
    }),
    output: z.object({}),
  },
  /** Ends what is being done with files, and forgets them; or ends an export. */
  'interchange.end': { by: 'person', input: z.object({ id: z.string() }), output: z.object({}) },
  /** What an export of a folder would carry. */
  'interchange.preview': {
    by: 'screen',
    input: exportSchema,
    output: z.object({ report: listedReportSchema }),
  },
  /** `download` is the id under which the host offers the file, once. */
  'interchange.export': {
    by: 'person',
    input: exportSchema,
    output: z.object({ download: z.string() }),
  },
} as const;
