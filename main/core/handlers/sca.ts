/** The PSU's page, and the TPP-Session-IDs. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Of, Services } from './services.ts';

const t = texts.core.sca;

export function scaHandlers({ options: { host }, bank, environments, receiver, pages }: Services): Of<'sca'> {
  return {
    'sca.open': async ({ href, browser }) => {
      const url = URL.canParse(href) ? new URL(href) : null;
      if (url !== null && url.origin === new URL(bank.psuBaseUrl).origin) {
        if (host.psuView === null) return { where: 'tab', tab: url.href };
        if (browser && host.openExternal !== null && bank.plainPsuBaseUrl !== null) {
          await host.openExternal(bank.plainPsuBaseUrl + url.pathname + url.search);
          return { where: 'system', tab: null };
        }
        await host.psuView.open(url.href, bank.caPem, receiver.redirectUri);
        return { where: 'embedded', tab: null };
      }
      // A link from elsewhere could be anything: only what a bank has answered is opened.
      if (environments.current().kind === 'local' || !pages.mayOpen(href))
        throw new HostError('refused', t.notTheBanks(href));
      if (host.openExternal === null) return { where: 'tab', tab: href };
      await host.openExternal(href);
      return { where: 'system', tab: null };
    },
    'sca.place': (box) => {
      host.psuView?.place(box);
      return {};
    },
    'sca.close': () => {
      host.psuView?.close();
      return {};
    },
  };
}

export function sessionHandlers({ bank, bankNow, environments, emit }: Services): Of<'sessions'> {
  const { sessions } = environments;
  const changed = () => {
    emit('status.changed', {});
    return {};
  };
  return {
    'sessions.list': () => {
      const { id, sessionId } = environments.current();
      return { sessions: sessions.list(id), current: sessionId, now: bankNow() };
    },
    'sessions.begin': () => {
      sessions.begin(environments.current().id, bankNow());
      return changed();
    },
    'sessions.use': ({ id }) => {
      sessions.use(environments.current().id, id);
      return changed();
    },
    'sessions.abort': ({ id }) => {
      sessions.abort(environments.current().id, id, bankNow());
      return changed();
    },
    'sessions.expire': ({ id }) => {
      const { id: environment, kind } = environments.current();
      if (kind !== 'local') throw new HostError('refused', t.onlyLocalBank);
      if (!bank.operator.expireSession(id).done) throw new HostError('refused', t.nothingToExpire);
      sessions.expired(environment, id, bankNow());
      return changed();
    },
  };
}
