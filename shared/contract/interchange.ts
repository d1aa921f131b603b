/** Import and export of collections of other programs. */
import { z } from 'zod';
import { listedEnvironmentSchema, listedReportSchema } from '../interchange/listed.ts';
import { listedUpdateSchema } from '../interchange/updating/listed.ts';
import { EXPORTS, FORMATS } from '../interchange/model.ts';
import { requestNameSchema } from '../requests/request.ts';
import { MAX_FOLDER_PATH_CHARS } from '../limits.ts';

/** Id of the upload, which remains until `interchange.save` or `interchange.end`. */
const files = z.object({ files: z.string() });

const importedSchema = z.object({
  /** Name of the collection, taken from the files. */
  name: z.string(),
  formats: z.array(z.enum(FORMATS)),
  steps: z.number(),
  isEmpty: z.boolean(),
  environments: z.array(listedEnvironmentSchema),
  report: listedReportSchema,
});
export type Imported = z.infer<typeof importedSchema>;

/** The client chooses the id, by which it can cancel the export. */
const exportSchema = z.object({ id: z.uuid(), path: z.string(), format: z.enum(EXPORTS) });

export const INTERCHANGE_METHODS = {
  /** Reads files without writing. */
  'interchange.read': { by: 'person', input: files, output: importedSchema },
  /** Saves the files as a new folder of the tree, and their environments. `path` is that folder. */
  'interchange.save': {
    by: 'person',
    input: files.extend({ folder: z.string().max(MAX_FOLDER_PATH_CHARS), name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
  /** Compares a folder with a newer OpenAPI document without writing. */
  'interchange.compare': {
    by: 'person',
    input: files.extend({ path: z.string() }),
    output: z.object({ list: listedUpdateSchema, seen: z.string() }),
  },
  /** Applies the list. `otherwise` has the numbers of the items whose default choice is inverted. */
  'interchange.update': {
    by: 'person',
    input: files.extend({
      path: z.string(),
      /** From the list: files that have changed since are not overwritten. */
      seen: z.string(),
      otherwise: z.array(z.int().min(0)).max(20_000),
    }),
    output: z.object({}),
  },
  /** Cancels an import and deletes its upload, or cancels an export. */
  'interchange.end': { by: 'person', input: z.object({ id: z.string() }), output: z.object({}) },
  /** The report of an export, without writing. */
  'interchange.preview': {
    by: 'screen',
    input: exportSchema,
    output: z.object({ report: listedReportSchema }),
  },
  /** `download` is an id that the host serves once. */
  'interchange.export': {
    by: 'person',
    input: exportSchema,
    output: z.object({ download: z.string() }),
  },
} as const;
