/** The sessions of a recording by the names that a run knows them by: 1 for the one that it begins with, then 2, 3, … */
import type { Recorded } from '../../../shared/collections/recorded.ts';
import { FIRST_SESSION } from '../../../shared/collections/steps.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.recording;

export class SessionNames {
  private readonly names = new Map<string, string>();
  private next = Number(FIRST_SESSION) + 1;

  /** @param carried TPP-Session-ID that requests carry when the recording begins */
  constructor(carried: string) {
    this.names.set(carried, FIRST_SESSION);
  }

  /** Null for a session that began before the recording. */
  of(id: string): string | null {
    return this.names.get(id) ?? null;
  }

  /** The person has begun a session. */
  begun(id: string): Recorded {
    const session = String(this.next++);
    this.names.set(id, session);
    return { did: 'session', name: t.newSession, session };
  }

  /** The workbench has begun a session because the other one has expired. A run goes on with that one, and is asked for an SCA too. */
  renewed(before: string, id: string): void {
    const name = this.of(before);
    if (name !== null && !this.names.has(id)) this.names.set(id, name);
  }

  /** Requests carry another session from now on. */
  used(id: string): Recorded {
    const session = this.of(id);
    return session === null
      ? { did: 'nothing', name: t.earlierSession, why: t.earlierSessionByHand }
      : { did: 'session', name: t.useSession(session), session };
  }
}
