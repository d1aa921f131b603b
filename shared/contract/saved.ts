/** Requests as they are kept: open tabs over a restart, saved ones in files. */
import { z } from 'zod';

/** A tab of the composer, as it is kept over a restart. */
const savedTab = z.object({
  id: z.string(),
  /** Where it is saved, or null. */
  path: z.string().nullable().default(null),
  /** Id in the catalogue. */
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  overrides: z.record(z.string(), z.string()),
  body: z.string(),
  fault: z.string().nullable(),
  /** Method and path as they were written, where the fields above do not say all of it. */
  line: z
    .string()
    .regex(/^[A-Z]+ \/\S*$/)
    .nullable()
    .default(null),
  /** A text of the request that cannot be understood, or not yet. */
  raw: z.string().nullable().default(null),
  /** Of the exchange in the history that answered it, or null. */
  answerId: z.string().nullable(),
});
export type SavedTab = z.infer<typeof savedTab>;
export const savedRequestSchema = savedTab.omit({ id: true, answerId: true, path: true, raw: true }).extend({
  name: z.string().trim().min(1, 'A request is saved under a name.').max(80),
});
export const savedEntrySchema = z.object({
  /** Folders and file name, joined by `/`. */
  path: z.string(),
  /** Empty at the top. */
  folder: z.string(),
  name: z.string(),
  /** Null where the file is damaged; then `damage` says what is wrong. */
  request: savedRequestSchema.nullable(),
  damage: z.string().nullable(),
});
export type SavedEntry = z.infer<typeof savedEntrySchema>;

/** Open tabs in their order, and the id of the one in front. */
export const draftsSchema = z.object({ tabs: z.array(savedTab), active: z.string() });
export type Drafts = z.infer<typeof draftsSchema>;
