/** What a response means for SCA: pages of the bank that may now be opened, and a session that waits for its PSU. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Sessions } from '../environments/sessions.ts';
import type { ScaPages } from './pages.ts';

/** @param environmentId of the environment that the request was sent from @param bankNow milliseconds */
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
