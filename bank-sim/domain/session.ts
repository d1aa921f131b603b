/** Whether a session is valid (SCA-4). */
import { SESSION_LIFETIME } from '../../shared/xs2a/limits.ts';

export interface Session {
  sessionId: string;
  context: 'PRIVATE' | 'CORPORATE';
  corporateId: string | null;
  /** Bank time in milliseconds at which its SCA completed. */
  since: number;
}

/** Whether the session of a TPP-Session-ID is valid. At exactly 3600 seconds it has expired. */
export function isValidSession(session: Session | null, sessionId: string | null, now: number): boolean {
  return session !== null && session.sessionId === sessionId && now - session.since < SESSION_LIFETIME;
}
