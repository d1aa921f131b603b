/** What a folder of a collection says about itself, and the collection as a whole in the file of its outermost folder. */
import { upToFirstFault, jsonValueSchema } from '../schema-tools.ts';
import { z } from 'zod';
import { texts } from '../texts/texts.ts';
import { readVersioned, sorted, writeInOrder } from './files.ts';
import { VARIABLE_NAME } from './variable-name.ts';

const t = texts.core.stepFile;

/** The file of the outermost folder of a collection. It makes the folder a collection. */
export const COLLECTION_FILE = 'collection.json';
/** The file of any other folder. */
export const FOLDER_FILE = 'folder.json';

const VERSION = 1;

const variableName = z.string().regex(VARIABLE_NAME, t.variableName);

/** Of a folder that does not run with what is around it. */
export const ONLY_INCLUDED = 'only when included';

const folderFields = {
  /** Shown instead of the folder's name. */
  name: z.string().trim().min(1).max(80).optional(),
  /** Position in the folder above, among its steps and folders. */
  order: z.number().optional(),
  /** Left out if it also runs with what is around it. */
  run: z.literal(ONLY_INCLUDED).optional(),
  /** Given to every step inside. A value of an inner folder is stronger. */
  variables: z.record(variableName, jsonValueSchema).default({}),
  /** Names of variables whose values are masked wherever they are shown. Their values come from the command line or the environment. */
  secret: z.array(variableName).default([]),
  /** JSONPaths of values that differ from run to run, which a comparison leaves out. */
  volatile: z.array(z.string()).default([]),
};
export const folderSchema = z.strictObject(folderFields);
export type FolderSettings = z.infer<typeof folderSchema>;

const fileShape = { $schema: z.string().optional(), version: z.literal(VERSION), ...folderFields };
export const folderFileSchema = z.strictObject(fileShape);

export const NO_SETTINGS: FolderSettings = { variables: {}, secret: [], volatile: [] };

/** @param schema where the JSON Schema is, relative to the file; null for none */
export function writeFolderFile(settings: FolderSettings, schema: string | null): string {
  const values = new Map<string, unknown>(Object.entries({ ...settings, version: VERSION }));
  if (schema !== null) values.set('$schema', schema);
  const { variables } = settings;
  values.set('variables', Object.keys(variables).length === 0 ? undefined : sorted(variables));
  return writeInOrder(Object.keys(fileShape), values);
}

/** @returns what the file says, or a sentence about what is wrong with it */
export function readFolderFile(text: string): FolderSettings | string {
  return readVersioned(text, {
    version: VERSION,
    notThis: t.notAFolder,
    read: (json) => {
      const read = folderFileSchema.safeParse(json, upToFirstFault);
      if (!read.success) return read;
      const { $schema: _, version: _version, ...settings } = read.data;
      return { success: true, data: settings };
    },
  });
}
