/** The session of a TPP with a PSU (SCA-4, SCA-5). */
import { SESSION_LIFETIME } from '../../shared/xs2a/limits.ts';

export interface Session {
  sessionId: string;
  /** The psu-corporate-id of the context of its SCA; null for the private one. */
  corporateId: string | null;
  /** Bank time in milliseconds at which its SCA completed. */
  since: number;
}

/** Whether the session of a TPP-Session-ID is valid. At exactly 3600 seconds it has expired. */
export function isValidSession(session: Session | null, sessionId: string | null, now: number): boolean {
  return session !== null && session.sessionId === sessionId && now - session.since < SESSION_LIFETIME;
}
