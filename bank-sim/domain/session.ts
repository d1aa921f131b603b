/** Sessions of a TPP with a PSU, one for each context (SCA-4, SCA-5), and what they say about the context of a request (HDR-6). */
import { SESSION_LIFETIME } from '../../shared/xs2a/limits.ts';

export interface Session {
  sessionId: string;
  /** The psu-corporate-id of its context; null for the private one. */
  corporateId: string | null;
  /** Bank time in milliseconds at which its SCA completed. */
  since: number;
}

/** Whether the session of a TPP-Session-ID is valid. At exactly 3600 seconds it has expired. */
export function isValidSession(session: Session | null, sessionId: string | null, now: number): boolean {
  return session !== null && session.sessionId === sessionId && now - session.since < SESSION_LIFETIME;
}

/**
 * Why a request must name an agreement (HDR-6); null if it may act in the private context.
 * @param ofSession contexts in which the request's TPP-Session-ID has had an SCA, even if it has expired or been replaced
 * @param ever contexts in which the PSU has had an SCA with this TPP
 */
export function whyCorporate(
  ofSession: readonly (string | null)[],
  ever: readonly (string | null)[],
): 'session' | 'psu' | null {
  if (isCorporateOnly(ofSession)) return 'session';
  return isCorporateOnly(ever) ? 'psu' : null;
}

function isCorporateOnly(contexts: readonly (string | null)[]): boolean {
  return contexts.length > 0 && !contexts.includes(null);
}
