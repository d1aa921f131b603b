/** The PSU's page, and the TPP-Session-IDs. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import type { Emit, Output } from '../../../shared/contract/methods.ts';
import type { Environments } from '../environments/environments.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { HostPort } from '../host-port.ts';
import type { PersonAtBank } from '../runs/person.ts';
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
  person: Pick<PersonAtBank, 'linkOf'>;
  flow: Pick<FlowRecord, 'opened'>;
}

export function scaHandlers({
  host,
  bank,
  environments,
  receiver,
  pages,
  person,
  flow,
}: ScaParts): Of<'sca'> {
  const enter = (href: string, id: string, where: Output<'sca.open'>['where']) => {
    const { name, kind } = environments.read(id);
    flow.opened(href, where, { environment: name, isLocal: kind === 'local' });
  };
  /** @param shown what a refusal says instead of the address */
  const outside = async (href: string, environment: string, shown: string): Promise<Output<'sca.open'>> => {
    // A link from elsewhere could be anything, so only links from a bank's responses are opened. The local bank has its own pages only.
    const { kind, baseUrl } = environments.read(environment);
    if (!pages.mayOpen(href, baseUrl) || kind === 'local')
      throw new HostError('refused', t.notTheBanks(shown));
    enter(href, environment, host.openExternal === null ? 'tab' : 'system');
    if (host.openExternal === null) return { where: 'tab', tab: href, environment };
    await host.openExternal(href);
    return { where: 'system', tab: null, environment };
  };
  return {
    'sca.open': async ({ href, show }) => {
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
    'sca.openWaiting': async ({ id }) => {
      const link = person.linkOf(id);
      if (link === null) throw new HostError('not-found', t.noLongerAwaited);
      return outside(link, pages.environmentOf(link) ?? environments.current().id, new URL(link).origin);
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
