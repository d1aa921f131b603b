/** The redirect that ends an SCA, read field by field (SCA-1, SCA-2). */
import type { Callback } from '../../../shared/contract/status.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { ownValue } from '../../../shared/own-value.ts';

const t = texts.core.callback;

const MEANINGS: Record<string, string> = {
  'psu-id': t.psuId,
  'psu-corporate-id': t.psuCorporateId,
  'tpp-session-id': t.sessionId,
  context: t.context,
  system: t.system,
  status: t.status,
  code: t.code,
  message: t.message,
};

export interface ReadCallback {
  callback: Callback;
  /** The result of a success; null for a failure. */
  psu: { psuId: string; corporateId: string | null; context: string } | null;
  /** The session named in the redirect, or ''. */
  sessionId: string;
}

/** @param waits whether a session has an SCA in progress; a success for any other session is shown, but not trusted */
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
          name === 'tpp-session-id' && !expected ? t.otherSession : (ownValue(MEANINGS, name) ?? t.unknown),
      })),
    },
    psu: success ? { psuId, corporateId: query.get('psu-corporate-id'), context } : null,
    sessionId,
  };
}
