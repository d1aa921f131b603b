/** The hour of a TPP-Session-ID (SCA-4). */
export interface Session {
  sessionId: string;
  context: 'PRIVATE' | 'CORPORATE';
  corporateId: string | null;
  /** Bank time in milliseconds at which its SCA completed. */
  since: number;
}

/** SCA-4, milliseconds. */
export const SESSION_LIFETIME = 3_600_000;

/** Whether a request with this TPP-Session-ID is within the hour. At 3600 seconds it is expired. */
export function isValidSession(session: Session | null, sessionId: string | null, now: number): boolean {
  return session !== null && session.sessionId === sessionId && now - session.since < SESSION_LIFETIME;
}
