/** The redirect that ends an SCA, read field by field (SCA-1, SCA-2). */
import type { Callback } from '../../../shared/contract/status.ts';

const MEANINGS: Record<string, string> = {
  'psu-id': 'Identifies the PSU to this TPP, for ever. Sent as PSU-ID from now on.',
  'psu-corporate-id': 'The corporate agreement that the PSU acts for. Sent as PSU-Corporate-ID.',
  'tpp-session-id': 'The session of the request that led to this SCA; valid for one hour.',
  context: 'PRIVATE or CORPORATE, as the PSU chose.',
  system: "The bank's system that failed.",
  status: 'HTTP status of the failure.',
  code: 'Error code of the failure.',
  message: 'What the bank says about it.',
};

export interface ReadCallback {
  callback: Callback;
  /** What a success brings; null for a failure. */
  psu: { psuId: string; corporateId: string | null; context: string } | null;
  /** The session that it names, or ''. */
  sessionId: string;
}

/** @param waits whether an SCA of a session is waited for; a success of another one is shown, but not believed */
export function readCallback(
  query: URLSearchParams,
  waits: (sessionId: string) => boolean,
  at: number,
): ReadCallback {
  const psuId = query.get('psu-id');
  const context = query.get('context');
  const sessionId = query.get('tpp-session-id') ?? '';
  const expected = waits(sessionId);
  const success = psuId !== null && context !== null && expected;
  return {
    callback: {
      at,
      outcome: success ? 'success' : 'failure',
      parameters: Array.from(query, ([name, value]) => ({
        name,
        value,
        text:
          name === 'tpp-session-id' && !expected
            ? 'Not the session that waits for an SCA; nothing was kept.'
            : (MEANINGS[name] ?? 'Not part of the interface.'),
      })),
    },
    psu: success ? { psuId, corporateId: query.get('psu-corporate-id'), context } : null,
    sessionId,
  };
}
