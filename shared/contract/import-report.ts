/** What an import of all work would add, and what it has added. */
import { z } from 'zod';
import { stepTestsSchema } from '../collections/step-tests.ts';
import { requestSchema } from '../requests/request.ts';

export const importPreviewSchema = z.object({
  /** Of the file. */
  name: z.string(),
  /** The program that wrote it. */
  program: z.string(),
  /** The day on which it was written, ISO 8601. */
  day: z.string(),
  environments: z.number(),
  /** Those that are not here yet: where each would send, and which certificates of this user it would use; null for none here. */
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
  /** Name of the snapshot that the bank of the file has become, or null if it could not be kept. */
  snapshot: z.string().nullable(),
  /** Snapshots of the bank besides that one. */
  snapshots: z.number(),
  demonstrations: z.number(),
  /** Requests that were open, for the window to open again. */
  tabs: z.array(
    z.object({
      /** Where the import has saved the request from which it was opened; null if it has none. */
      path: z.string().nullable(),
      request: requestSchema,
      tests: stepTestsSchema,
    }),
  ),
  /** A sentence for each thing that is not in the file or could not be added. */
  left: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;
