/** Saved requests, as the tree lists them. */
import { z } from 'zod';
import { savedRequestSchema } from '../request/request.ts';

export const savedEntrySchema = z.object({
  /** Folders and file name, joined by `/`. */
  path: z.string(),
  /** Empty at the top level. */
  folder: z.string(),
  name: z.string(),
  /** Null if the file is damaged; then `damage` says how. */
  request: savedRequestSchema.nullable(),
  damage: z.string().nullable(),
});
export type SavedEntry = z.infer<typeof savedEntrySchema>;
