/** What the window says of a snapshot of the local bank. */
import { z } from 'zod';

const amount = z.int().nonnegative();

export const snapshotAboutSchema = z.object({
  /** From a file, and not taken here. */
  added: z.boolean(),
  /** Taken while the bank of a demonstration was in use. */
  ofDemonstration: z.boolean(),
  /** Time of the bank's clock in it, milliseconds since 1970. */
  clock: z.number(),
  payments: amount,
  baskets: amount,
  consents: amount,
  /** SCAs that were approved (SCA-4). */
  sessions: amount,
});
export type SnapshotAbout = z.infer<typeof snapshotAboutSchema>;
