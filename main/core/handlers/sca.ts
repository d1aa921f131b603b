/** The PSU's page, and the TPP-Session-IDs. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { isLoopback } from '../../../shared/requests/loopback.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { ResultRef } from '../../../shared/collections/result.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import { noteAnswer } from '../sca/callback.ts';
import { changedBy, type HandlerParts, type Of } from './handler.ts';

const t = texts.core.sca;

export function scaHandlers(parts: HandlerParts): Of<'sca'> {
  const { host, bank, bankNow, environments, receiver, pages, person, flow, history, runStore } = parts;
  /** As if the window had sent the request. */
  const noteResult = ({ id, number }: ResultRef) => {
    const environment = environments.current().id;
    const sent = runStore.result(id, number)?.exchange ?? null;
    const exchange = sent === null ? null : history.read(sent);
    if (exchange === null || runStore.read(id)?.environmentId !== environment) return;
    noteAnswer(exchange, environment, { pages, sessions: environments.sessions, bankNow: bankNow() });
  };
  const enter = (href: string, id: string, where: Output<'sca.open'>['where']) => {
    const { name, kind } = environments.read(id);
    flow.opened(href, where, { environment: name, isLocal: kind === 'local' });
  };
  /** @param shown the address in a refusal */
  const outside = async (href: string, environment: string, shown: string): Promise<Output<'sca.open'>> => {
    // Only links from a bank's responses. The local bank's pages are its own only.
    const { kind, baseUrl } = environments.read(environment);
    const page = URL.parse(href);
    if (kind === 'local' && page !== null && isLoopback(page))
      throw new HostError('refused', t.notAtThisPort(shown, new URL(bank.psuBaseUrl).origin));
    if (!pages.mayOpen(href, baseUrl) || kind === 'local')
      throw new HostError('refused', t.notTheBanks(shown));
    enter(href, environment, host.openExternal === null ? 'tab' : 'system');
    if (host.openExternal === null) return { where: 'tab', tab: href, environment };
    await host.openExternal(href);
    return { where: 'system', tab: null, environment };
  };
  return {
    'sca.open': async ({ href, show, run }) => {
      if (run) noteResult(run);
      const url = URL.canParse(href) ? new URL(href) : null;
      const environment = pages.environmentOf(href) ?? environments.current().id;
      const opened = (where: Output<'sca.open'>['where'], tab: string | null) => ({
        where,
        tab,
        environment,
      });
      if (url !== null && url.origin === new URL(bank.psuBaseUrl).origin) {
        if (host.psuView === null) {
          enter(href, environment, 'tab');
          return opened('tab', url.href);
        }
        if (show === 'browser' && host.openExternal !== null && bank.plainPsuBaseUrl !== null) {
          enter(href, environment, 'system');
          await host.openExternal(bank.plainPsuBaseUrl + url.pathname + url.search);
          return opened('system', null);
        }
        const where = show === 'window' ? 'window' : 'embedded';
        enter(href, environment, where);
        await host.psuView.open(url.href, bank.caPem, receiver.redirectUri(environment), where);
        return opened(where, null);
      }
      return outside(href, environment, href);
    },
    'sca.end': ({ href }) => {
      const url = URL.parse(href);
      if (url?.origin !== new URL(bank.psuBaseUrl).origin) return { ended: null };
      const state = bank.inspection.scaAt(url.pathname);
      if (state === 'open') return { ended: null };
      return {
        ended:
          state === 'approved'
            ? { outcome: 'success', message: '' }
            : { outcome: 'failure', message: t.ended[state] },
      };
    },
    'sca.openWaiting': async ({ id }) => {
      const link = person.linkOf(id);
      if (link === null) throw new HostError('not-found', t.noLongerAwaited);
      return outside(link, pages.environmentOf(link) ?? environments.current().id, new URL(link).origin);
    },
    'sca.place': (box) => host.psuView?.place(box),
    'sca.close': () => host.psuView?.close(),
  };
}

export function sessionHandlers({ bank, bankNow, environments, emit }: HandlerParts): Of<'sessions'> {
  const { sessions } = environments;
  const changed = changedBy(emit);
  return {
    'sessions.list': () => {
      const { id, sessionId } = environments.current();
      return { sessions: sessions.list(id), current: sessionId, now: bankNow() };
    },
    'sessions.begin': () => changed(sessions.begin(environments.current().id, bankNow())),
    'sessions.use': ({ id }) => changed(sessions.use(environments.current().id, id)),
    'sessions.abort': ({ id }) => changed(sessions.abort(environments.current().id, id, bankNow())),
    'sessions.expire': ({ id }) => {
      const { id: environment, kind } = environments.current();
      if (kind !== 'local') throw new HostError('refused', t.onlyLocalBank);
      if (!bank.operator.expireSession(id).done) throw new HostError('refused', t.nothingToExpire);
      changed(sessions.expired(environment, id, bankNow()));
    },
  };
}
