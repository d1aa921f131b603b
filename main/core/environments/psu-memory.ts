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

/** A PSU with the session that was approved, and when that was, in milliseconds of bank time. */
interface EarlierPsu {
  psuId: string;
  corporateId: string | null;
  context: string;
  sessionId: string;
  since: number;
}

/** What an environment says of its PSU and session. */
type Present = Pick<PsuMemory, 'psuId' | 'corporateId' | 'context' | 'sessionId'> & {
  id: string;
  sessionSince: number | null;
};

/** Who acted in an environment before another PSU did, for example a second signer. Until the workbench is closed. */
export class PsuBefore {
  private readonly earlier = new Map<string, EarlierPsu>();

  /** Notes that a PSU acts from now on in place of the one so far. The same PSU in another context is no other one. */
  follows(psuId: string, { id, ...present }: Present): void {
    const { psuId: earlier, corporateId, context, sessionId, sessionSince: since } = present;
    if (earlier === null || context === null || since === null || earlier === psuId) this.earlier.delete(id);
    else this.earlier.set(id, { psuId: earlier, corporateId, context, sessionId, since });
  }

  /** Null if there is none. */
  of(id: string): EarlierPsu | null {
    return this.earlier.get(id) ?? null;
  }

  forget(id: string): void {
    this.earlier.delete(id);
  }
}
