/** The redirect at the end of an SCA (SCA-1, SCA-2), and the link at its beginning. */
import type { Callback } from '../../../shared/contract/status.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Sessions } from '../environments/sessions.ts';
import type { ScaPages } from './allowed-pages.ts';

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
  /** Null for a failure. */
  psu: { psuId: string; corporateId: string | null; context: string } | null;
  /** TPP-Session-ID of the redirect, or ''. */
  sessionId: string;
}

/** @param waits whether a session has an SCA in progress; a success for another session is shown, but not trusted */
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

/** Notes SCA links of a response, and the session that now waits. @param bankNow milliseconds */
export function noteAnswer(
  exchange: Pick<Exchange, 'links' | 'prepared'>,
  environmentId: string,
  { pages, sessions, bankNow }: { pages: ScaPages; sessions: Pick<Sessions, 'asked'>; bankNow: number },
): void {
  const { links, prepared } = exchange;
  pages.note(exchange, environmentId);
  const sessionId = prepared.headers.find(({ name }) => name.toLowerCase() === 'tpp-session-id')?.value;
  if (sessionId !== undefined && links.some(({ name }) => name === 'scaRedirect'))
    sessions.asked(environmentId, sessionId, bankNow);
}
