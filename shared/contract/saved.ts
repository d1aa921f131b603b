/** Collections in the contract: saved ones, those shipped with the program, and their recording. */
import { z } from 'zod';
import { folderSchema } from '../collections/folder-file.ts';
import { stepSchema } from '../collections/steps.ts';
import { itemSchema, listingSchema } from '../collections/tree.ts';
import { requestNameSchema } from '../requests/request.ts';
import { MAX_FOLDER_PATH_CHARS } from '../limits.ts';

const nothing = z.object({});

export const shippedSchema = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
});
export type Shipped = z.infer<typeof shippedSchema>;

export const SAVED_METHODS = {
  /** The collections that come with the program. */
  'saved.shipped': {
    by: 'screen',
    input: nothing,
    output: z.object({ collections: z.array(shippedSchema) }),
  },
  /** Copies one of them into the tree, unless it exists. `path` is its folder. */
  'saved.addShipped': {
    by: 'person',
    input: z.object({ id: z.string() }),
    output: z.object({ path: z.string() }),
  },
  'saved.list': { by: 'screen', input: nothing, output: listingSchema },
  /**
   * `over` is the path that the step was opened from, null for a new one, and `seen` the fingerprint of its file then: a file that has
   * changed since is not overwritten, unless `seen` is null.
   */
  'saved.save': {
    by: 'person',
    input: z.object({
      folder: z.string().max(MAX_FOLDER_PATH_CHARS),
      step: stepSchema,
      over: z.string().nullable(),
      seen: z.string().nullable(),
    }),
    output: z.object({ path: z.string(), fingerprint: z.string() }),
  },
  /** Folders are deleted with their content. */
  'saved.remove': { by: 'person', input: z.object({ items: z.array(itemSchema) }), output: nothing },
  /** `folder` is the parent; a folder at the top is a collection. */
  'saved.makeFolder': {
    by: 'person',
    input: z.object({ folder: z.string().max(MAX_FOLDER_PATH_CHARS), name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
  /** Renames a folder and changes its settings and documentation; `seen` as for a step. */
  'saved.changeFolder': {
    by: 'person',
    input: z.object({
      path: z.string(),
      name: requestNameSchema,
      settings: folderSchema.omit({ name: true }),
      documentation: z.string(),
      seen: z.string().nullable(),
    }),
    output: z.object({ path: z.string() }),
  },
  /** Moves all items or none into a folder, before one of its children or to its end. */
  'saved.move': {
    by: 'person',
    input: z.object({ items: z.array(itemSchema).min(1), folder: z.string(), before: itemSchema.nullable() }),
    output: z.object({
      moved: z.array(
        z.object({ ...itemSchema.pick({ kind: true }).shape, from: z.string(), to: z.string() }),
      ),
    }),
  },
  /** Opens an https link of a folder's documentation outside the workbench; a browser opens the address `tab`. */
  'saved.openLink': {
    by: 'person',
    input: z.object({ href: z.string().max(2000) }),
    output: z.object({ tab: z.string().nullable() }),
  },
  'saved.duplicate': { by: 'person', input: itemSchema, output: z.object({ path: z.string() }) },
} as const;

/** The recording of the user's acts as a collection. */
const recordingSchema = z.object({
  /** `stopped`: complete, and can be saved. */
  state: z.enum(['idle', 'recording', 'stopped']),
  steps: z.array(z.string()),
  /** Variables of credentials, sorted. Their values are not recorded. */
  secret: z.array(z.string()),
});
export type RecordingView = z.infer<typeof recordingSchema>;

export const RECORDING_METHODS = {
  'recording.read': { by: 'screen', input: nothing, output: recordingSchema },
  /** `reset` first resets the local bank to its seed data and the real time, as the collection will. */
  'recording.start': { by: 'person', input: z.object({ reset: z.boolean() }), output: nothing },
  'recording.stop': { by: 'person', input: nothing, output: nothing },
  'recording.discard': { by: 'person', input: nothing, output: nothing },
  /** Writes the collection. `path` is its folder. */
  'recording.save': {
    by: 'person',
    input: z.object({ name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
} as const;
