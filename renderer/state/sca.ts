/** The SCA in progress: where the PSU's page is open, and the result in the redirect. */
import { create } from 'zustand';
import type { Return } from '../../shared/contract/status.ts';
import type { Input, Output } from '../../shared/contract/methods.ts';
import { operationOf } from '../../shared/requests/request.ts';
import { host, messageOf } from '../host.ts';
import { OWN_WINDOW } from './own-window.ts';
import { activate } from './requests/opening.ts';
import { activeTab, useRequests } from './requests/store.ts';
import { activeOf, type OpenTabs } from './requests/tabs.ts';
import { isShown } from './sca-return.ts';
import { beginsHere, endsHere, isOfOther } from './sca-tab.ts';
import { operationAt } from '../../shared/requests/http.ts';
import { callLink } from './requests/sending.ts';

interface ScaStore {
  /** The scaRedirect whose page is open, or null. */
  open: string | null;
  /** Where that page is. */
  where: Output<'sca.open'>['where'];
  /** Id of the environment whose bank's page that is. */
  environment: string | null;
  /** Id of the tab whose response led there. */
  tab: string | null;
  /** Id of that response in the history; null if the tab had none. */
  exchange: string | null;
  callback: Return | null;
  /** The SCAs that did not succeed, by the tab whose response led there: what the bank said, and the id of that response. */
  failures: Readonly<Record<string, { exchange: string | null; message: string }>>;
  problem: string | null;
  /** Whether somebody may have signed after another, so that the first may be wanted again. */
  offersBack: boolean;
  /** @param show where the page opens, if there is a choice */
  start: (href: string, show?: Input<'sca.open'>['show']) => Promise<void>;
  close: () => Promise<void>;
  returned: (redirect: Return) => void;
  dismiss: () => void;
}

export const useSca = create<ScaStore>((set, get) => ({
  open: null,
  where: 'tab',
  environment: null,
  tab: null,
  exchange: null,
  callback: null,
  failures: {},
  problem: null,
  offersBack: false,
  start: async (href, show = 'embedded') => {
    set({ callback: null, problem: null });
    const { id: own, exchange } = activeTab();
    try {
      const { tab, where, environment } = await host.call('sca.open', { href, show });
      beginsHere();
      // In a browser the page opens in a separate tab, without access to this one.
      if (tab !== null) window.open(tab, '_blank', 'noopener,noreferrer');
      set({ open: href, where, environment, tab: own, exchange: exchange?.id ?? null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
  close: async () => {
    set({ open: null });
    await host.call('sca.close', {});
  },
  returned: (redirect) => {
    if (!isShown(get(), redirect, OWN_WINDOW)) return;
    // In a browser, no tab has an id of its own: it knows a return by its authorisation, or by having led to the bank last.
    const isOwn = get().open !== null && redirect.page !== null;
    if (OWN_WINDOW === null && !isOwn && isOfOther(redirect.at)) return;
    endsHere(redirect.at);
    // If the user has switched to another tab in the meantime, the request that led to the bank is shown again.
    const { activeId, tabs } = useRequests.getState();
    const { tab, open, where } = get();
    // The PSU has come back elsewhere, and the page would stay open unseen.
    if (open !== null && redirect.window === null && where !== 'tab') void host.call('sca.close', {});
    if (tab !== null && tab !== activeId && tabs.some((one) => one.id === tab)) activate(tab);
    const { id: shownTab, exchange } = activeTab();
    const { [shownTab]: _, ...others } = get().failures;
    const failure = { exchange: exchange?.id ?? null, message: messageIn(redirect) };
    const failures = redirect.outcome === 'success' ? others : { ...others, [shownTab]: failure };
    const signed = operationOf(activeTab().request).path.endsWith('authorisations');
    set({
      open: null,
      tab: null,
      callback: redirect,
      failures,
      offersBack: signed && redirect.outcome === 'success',
    });
  },
  dismiss: () => set({ callback: null, open: null, tab: null, problem: null }),
}));

/** What the bank says in the redirect of an SCA that failed (SCA-2). */
function messageIn({ parameters }: Pick<Return, 'parameters'>): string {
  const of = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value ?? '';
  return [of('code'), of('message')].filter((text) => text !== '').join(': ');
}

/** Whether the PSU's page, or that the PSU is elsewhere, stands in place of the response of the active tab. */
export function coversResponse(
  { open, where, tab, exchange }: Pick<ScaStore, 'open' | 'where' | 'tab' | 'exchange'>,
  all: OpenTabs,
): boolean {
  if (open === null) return false;
  // The page of a tab that was closed can still be closed itself.
  if (!all.tabs.some(({ id }) => id === tab)) return where === 'embedded';
  if (tab !== all.activeId) return false;
  const shown = activeOf(all).exchange;
  // A PSU who is elsewhere may never come back, and what was sent since is not to wait for that.
  return where === 'embedded' || shown === null || shown.id === exchange;
}

host.on('sca.returned', (redirect) => useSca.getState().returned(redirect));
host.on('sca.undone', ({ environment }) => {
  if (useSca.getState().callback?.environment === environment)
    useSca.setState({ callback: null, failures: {}, offersBack: false });
});

// The result of a redirect belongs to the request that led to it, so it is cleared when another operation is chosen.
useRequests.subscribe((state, before) => {
  if (activeOf(state).request.operation !== activeOf(before).request.operation)
    useSca.setState({ callback: null });
});

/** Where an SCA of a payment or a basket starts, from any path of it. Null for other paths. */
export function scaStartOf(path: string): string | null {
  const subject = path.split('?', 1)[0]?.replace(/\/(?:status|authorisations)$/, '') ?? '';
  const start = `${subject}/authorisations`;
  return operationAt('POST', start) === null ? null : start;
}

/** Starts an SCA and opens the bank's page, if the bank offers one. */
export async function startAnotherSca(path: string): Promise<void> {
  await callLink('POST', path);
  const page = activeTab().exchange?.links.find(({ name }) => name === 'scaRedirect');
  if (page !== undefined) await useSca.getState().start(page.href);
}
