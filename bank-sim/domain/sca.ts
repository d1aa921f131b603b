/** SCAs, which are open, then finished once or expired (SCA-6), and sessions (SCA-4, SCA-5). */
import { SESSION_LIFETIME } from '../../shared/xs2a/bank-limits.ts';

/** Milliseconds. */
export const SCA_LIFETIME = 15 * 60_000;

export type ScaOutcome = 'approved' | 'aborted' | 'failed' | 'exempted';

export type ScaQuestion = 'consent' | 'identify' | 'payment' | 'basket' | 'cancellation';

export interface Sca {
  id: string;
  tpp: string;
  tppName: string;
  ask: ScaQuestion;
  /** The payment or basket (dynamic linking, SCA-7), or null. */
  subject: string | null;
  /** The TPP's id for the SCA of a payment or basket (PAY-5). */
  authorisationId: string | null;
  /** The agreement of the request's PSU-Corporate-ID (HDR-6), or null. */
  agreementId: string | null;
  sessionId: string;
  redirectUri: string;
  /** TPP-Redirect-Preferred was `false` (HDR-4). */
  appVariant: boolean;
  /** Bank time in milliseconds. */
  createdAt: number;
  outcome: ScaOutcome | null;
  /** A scripted failure, for when the PSU approves (SCA-2). */
  failure: ScaFailure | null;
}

/** The parameters of a failure redirect; `system` names the failing system of the bank for server errors. */
export interface ScaFailure {
  system: string;
  status: number;
  code: string;
  message: string;
}

export type ScaState = 'open' | 'used' | 'expired';

export function scaState(sca: Sca, now: number): ScaState {
  if (sca.outcome !== null) return 'used';
  return now - sca.createdAt > SCA_LIFETIME ? 'expired' : 'open';
}

export type ScaStatus = 'started' | 'finalised' | 'failed' | 'exempted';

/** The status of an authorisation (PAY-5); an expired one has failed. */
export function scaStatusOf(sca: Sca, now: number): ScaStatus {
  switch (sca.outcome) {
    case 'approved':
      return 'finalised';
    case 'exempted':
      return 'exempted';
    case null:
      return scaState(sca, now) === 'open' ? 'started' : 'failed';
    default:
      return 'failed';
  }
}

/** A decision of a PSU on the bank's pages. */
export interface ScaDecision {
  /** The last segment of scaRedirect. */
  scaId: string;
  decision: 'approve' | 'abort';
  /** Name of the PSU; null if they aborted before they signed in. */
  psu: string | null;
  context: 'PRIVATE' | 'CORPORATE';
  /** Name of the company in the corporate context. */
  company: string | null;
  /** BBANs of the shared accounts; null for all that could be shared, and where none are asked for. */
  accounts: readonly string[] | null;
}

export type ScaResult =
  | { outcome: 'approved'; psuId: string; corporateId: string | null; context: 'PRIVATE' | 'CORPORATE' }
  | { outcome: 'aborted' }
  | { outcome: 'failed'; failure: ScaFailure };

/** The redirect URI with the parameters of SCA-1 or SCA-2. */
export function redirectAfter(sca: Sca, result: ScaResult): string {
  const parameters = parametersOf(sca, result);
  // A scripted failure may contain half of a surrogate pair, which cannot be encoded.
  const query = parameters
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  // Not by URL, which could change the spelling of an app's custom scheme.
  const [address = '', ...fragment] = sca.redirectUri.split('#');
  const joined = `${address}${address.includes('?') ? '&' : '?'}${query}`;
  return [joined, ...fragment].join('#');
}

/** SCA-1, SCA-2. */
function parametersOf(sca: Sca, result: ScaResult): [string, string][] {
  switch (result.outcome) {
    case 'approved':
      return [
        ['psu-id', result.psuId],
        ...(result.corporateId === null
          ? []
          : [['psu-corporate-id', result.corporateId] as [string, string]]),
        ['tpp-session-id', sca.sessionId],
        ['context', result.context],
      ];
    case 'aborted':
      return [
        ['status', '401'],
        ['code', 'PSU_CREDENTIALS_INVALID'],
        ['message', 'The PSU aborted the authentication.'],
      ];
    case 'failed': {
      const { system, status, code, message } = result.failure;
      return [
        ...(status >= 500 ? [['system', system] as [string, string]] : []),
        ['status', String(status)],
        ['code', code],
        ['message', message],
      ];
    }
  }
}

/** The session of a TPP with a PSU (SCA-4, SCA-5). */
export interface Session {
  sessionId: string;
  /** The psu-corporate-id of the context of its SCA; null for the private one. */
  corporateId: string | null;
  /** Bank time in milliseconds at which its SCA completed. */
  since: number;
}

/** At exactly 3600 seconds a session has expired. */
export function isValidSession(session: Session | null, sessionId: string | null, now: number): boolean {
  return session !== null && session.sessionId === sessionId && now - session.since < SESSION_LIFETIME;
}
