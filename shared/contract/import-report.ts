/** The preview and the result of importing all work. */
import { z } from 'zod';
import { stepTestsSchema } from '../collections/step-tests.ts';
import { requestSchema } from '../requests/request.ts';

export const importPreviewSchema = z.object({
  name: z.string(),
  program: z.string(),
  /** When it was written, ISO 8601. */
  day: z.string(),
  environments: z.number(),
  /** Environments that do not exist here, with their addresses and the user's certificates for them, or null. */
  newEnvironments: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      certificate: z.string().nullable(),
      client: z.string().nullable(),
    }),
  ),
  variables: z.number(),
  steps: z.number(),
  exchanges: z.number(),
  snapshots: z.number(),
  tabs: z.number(),
  demonstrations: z.number(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

export const importReportSchema = z.object({
  environments: z.number(),
  variables: z.number(),
  steps: z.number(),
  exchanges: z.number(),
  events: z.number(),
  /** Name of the snapshot of the bank in the file, or null if it could not be stored. */
  snapshot: z.string().nullable(),
  /** Further snapshots. */
  snapshots: z.number(),
  demonstrations: z.number(),
  /** Open requests, for the window to reopen. */
  tabs: z.array(
    z.object({
      /** Path of the saved request that it was opened from, or null. */
      path: z.string().nullable(),
      request: requestSchema,
      tests: stepTestsSchema,
    }),
  ),
  /** A sentence for each part that is missing or could not be added. */
  left: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;
