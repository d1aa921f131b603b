/** The PSU's page, and the TPP-Session-IDs. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import type { Emit, Output } from '../../../shared/contract/methods.ts';
import type { Environments } from '../environments/environments.ts';
import type { HostPort } from '../host-port.ts';
import type { ScaPages } from '../sca/pages.ts';
import type { Receiver } from '../sca/receiver.ts';
import { changedBy, type Of } from './handler.ts';

const t = texts.core.sca;

export interface ScaParts {
  host: Pick<HostPort, 'psuView' | 'openExternal'>;
  bank: Pick<Bank, 'psuBaseUrl' | 'plainPsuBaseUrl' | 'caPem'>;
  environments: Pick<Environments, 'current' | 'read'>;
  receiver: Pick<Receiver, 'redirectUri'>;
  pages: ScaPages;
}

export function scaHandlers({ host, bank, environments, receiver, pages }: ScaParts): Of<'sca'> {
  return {
    'sca.open': async ({ href, browser }) => {
      const url = URL.canParse(href) ? new URL(href) : null;
      const environment = pages.environmentOf(href) ?? environments.current().id;
      const opened = (where: Output<'sca.open'>['where'], tab: string | null) => ({
        where,
        tab,
        environment,
      });
      if (url !== null && url.origin === new URL(bank.psuBaseUrl).origin) {
        if (host.psuView === null) return opened('tab', url.href);
        if (browser && host.openExternal !== null && bank.plainPsuBaseUrl !== null) {
          await host.openExternal(bank.plainPsuBaseUrl + url.pathname + url.search);
          return opened('system', null);
        }
        pages.embedded = environment;
        await host.psuView.open(url.href, bank.caPem, receiver.redirectUri(environment));
        return opened('embedded', null);
      }
      // A link from elsewhere could be anything, so only links from a bank's responses are opened. The local bank has its own pages only.
      if (!pages.mayOpen(href) || environments.read(environment).kind === 'local')
        throw new HostError('refused', t.notTheBanks(href));
      if (host.openExternal === null) return opened('tab', href);
      await host.openExternal(href);
      return opened('system', null);
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

export interface SessionParts {
  bank: { operator: Pick<Bank['operator'], 'expireSession'> };
  /** Time of the bank in use, milliseconds. */
  bankNow: () => number;
  environments: Pick<Environments, 'current' | 'sessions'>;
  emit: Emit;
}

export function sessionHandlers({ bank, bankNow, environments, emit }: SessionParts): Of<'sessions'> {
  const { sessions } = environments;
  const changed = changedBy(emit);
  return {
    'sessions.list': () => {
      const { id, sessionId } = environments.current();
      return { sessions: sessions.list(id), current: sessionId, now: bankNow() };
    },
    'sessions.begin': () => {
      sessions.begin(environments.current().id, bankNow());
      return changed({});
    },
    'sessions.use': ({ id }) => {
      sessions.use(environments.current().id, id);
      return changed({});
    },
    'sessions.abort': ({ id }) => {
      sessions.abort(environments.current().id, id, bankNow());
      return changed({});
    },
    'sessions.expire': ({ id }) => {
      const { id: environment, kind } = environments.current();
      if (kind !== 'local') throw new HostError('refused', t.onlyLocalBank);
      if (!bank.operator.expireSession(id).done) throw new HostError('refused', t.nothingToExpire);
      sessions.expired(environment, id, bankNow());
      return changed({});
    },
  };
}
