/** The PSU of an environment: as it is stored in files, and the one before. */
import { z } from 'zod';
import { recentIdSchema } from '../../../shared/contract/recent-ids.ts';
import { sessionRecordSchema } from '../../../shared/xs2a/session-life.ts';
import { MAX_PSU_RECORDS } from '../../../shared/limits.ts';

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

/** A PSU with the approved session. `since` is bank time, in milliseconds. */
interface EarlierPsu {
  psuId: string;
  corporateId: string | null;
  context: string;
  sessionId: string;
  since: number;
}

type Present = Pick<PsuMemory, 'psuId' | 'corporateId' | 'context' | 'sessionId'> & {
  id: string;
  sessionSince: number | null;
};

/** The PSU before the present one in each environment, for example before a second signer. In memory only. */
export class PsuBefore {
  private readonly earlier = new Map<string, EarlierPsu>();

  /** Called when a PSU replaces the present one. The same PSU in another context does not count. */
  follows(psuId: string, { id, ...present }: Present): void {
    const { psuId: earlier, corporateId, context, sessionId, sessionSince: since } = present;
    if (earlier === null || context === null || since === null || earlier === psuId) this.earlier.delete(id);
    else this.earlier.set(id, { psuId: earlier, corporateId, context, sessionId, since });
  }

  of(id: string): EarlierPsu | null {
    return this.earlier.get(id) ?? null;
  }

  forget(id: string): void {
    this.earlier.delete(id);
  }
}
