/** Who acts in an environment, as it is kept in files. */
import { z } from 'zod';
import { recentIdSchema } from '../../../shared/contract/recent-ids.ts';
import { sessionRecordSchema } from '../../../shared/xs2a/session-life.ts';
import { MAX_PSU_RECORDS } from '../../../shared/limits.ts';

/** The PSU and the sessions of an environment, and the ids that its bank has answered with. */
export const psuMemorySchema = z.object({
  psuId: z.string().nullable(),
  corporateId: z.string().nullable(),
  context: z.string().nullable(),
  sessionId: z.string(),
  /** Newest first. */
  sessions: z.array(sessionRecordSchema).max(MAX_PSU_RECORDS),
  recentIds: z.array(recentIdSchema).max(MAX_PSU_RECORDS),
});
export type PsuMemory = z.infer<typeof psuMemorySchema>;
