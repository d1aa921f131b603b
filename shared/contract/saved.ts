/** Collections in the contract: saved ones, those shipped with the program, and their recording. */
import { z } from 'zod';
import { repeatsSchema, settingsSchema } from '../collections/settings.ts';
import { stepSchema } from '../collections/steps.ts';
import { itemSchema, listingSchema } from '../collections/tree.ts';
import { requestNameSchema } from '../requests/request.ts';
import { MAX_FOLDER_PATH_CHARS, MAX_STEP_FILE_BYTES } from '../limits.ts';

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
  /** Adds the text of a flow file as a flow of the tree. `path` is its own. */
  'saved.addFlow': {
    by: 'person',
    input: z.object({ file: z.string(), text: z.string().max(MAX_STEP_FILE_BYTES) }),
    output: z.object({ path: z.string() }),
  },
  'saved.list': { by: 'screen', input: nothing, output: listingSchema },
  /**
   * `folder` is a flow or a group in one; a folder, or a flow that does not exist, gets a new flow. `over` is the path that the step was
   * opened from, null for a new one, and `seen` its fingerprint then: a step that has changed since is not overwritten, unless `seen` is
   * null. The rest of the file may have changed.
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
  /** Folders, flows and groups are deleted with their content. */
  'saved.remove': { by: 'person', input: z.object({ items: z.array(itemSchema) }), output: nothing },
  /** `folder` is the parent: a flow or group for a group, otherwise a folder. A folder at the top is a collection. */
  'saved.makeFolder': {
    by: 'person',
    input: z.object({
      folder: z.string().max(MAX_FOLDER_PATH_CHARS),
      name: requestNameSchema,
      role: z.enum(['folder', 'flow', 'group']),
    }),
    output: z.object({ path: z.string() }),
  },
  /** Renames a folder, flow or group, and changes what it says about itself; `seen` as for a step. */
  'saved.changeFolder': {
    by: 'person',
    input: z.object({
      path: z.string(),
      name: requestNameSchema,
      settings: settingsSchema,
      repeats: repeatsSchema,
      seen: z.string().nullable(),
    }),
    output: z.object({ path: z.string() }),
  },
  /** The text of steps and groups, as a flow has it: what is pasted into another one. */
  'saved.copied': {
    by: 'person',
    input: z.object({ items: z.array(itemSchema).min(1) }),
    output: z.object({ text: z.string() }),
  },
  /** Puts copied steps, or those of a flow that a person wrote, into a flow or group. */
  'saved.paste': {
    by: 'person',
    input: z.object({
      folder: z.string().max(MAX_FOLDER_PATH_CHARS),
      before: itemSchema.nullable(),
      text: z.string(),
    }),
    output: z.object({ paths: z.array(z.string()) }),
  },
  /**
   * Moves all items or none: steps and groups into a flow or group, before one of its children or to its end; flows and folders into a
   * folder.
   */
  'saved.move': {
    by: 'person',
    input: z.object({ items: z.array(itemSchema).min(1), folder: z.string(), before: itemSchema.nullable() }),
    output: z.object({
      moved: z.array(
        z.object({ ...itemSchema.pick({ kind: true }).shape, from: z.string(), to: z.string() }),
      ),
    }),
  },
  /** Opens an https link of what a collection, flow or group says about itself outside the workbench; a browser opens the address `tab`. */
  'saved.openLink': {
    by: 'person',
    input: z.object({ href: z.string().max(2000) }),
    output: z.object({ tab: z.string().nullable() }),
  },
  'saved.duplicate': { by: 'person', input: itemSchema, output: z.object({ path: z.string() }) },
} as const;

/** The recording of the user's acts as a flow. */
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
  /** Writes a flow. `path` is that of its file. */
  'recording.save': {
    by: 'person',
    input: z.object({ name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
} as const;
