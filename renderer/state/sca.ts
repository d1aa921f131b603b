/** The SCA in progress: the PSU's page, and the result in the redirect. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Return } from '../../shared/contract/status.ts';
import type { Input, Output } from '../../shared/contract/methods.ts';
import { operationOf } from '../../shared/requests/request.ts';
import { operationAt } from '../../shared/requests/http.ts';
import { ownValue } from '../../shared/own-value.ts';
import { host, messageOf } from '../host.ts';
import { openTab, OWN_WINDOW } from './own-window.ts';
import { activate, keepOpen } from './requests/opening.ts';
import { activeTab, useActiveTab, useRequests } from './requests/store.ts';
import { activeOf, type OpenTabs, shownResponse, type Tab } from './requests/tabs.ts';
import { isShown, type LedToBank, latestFor } from './sca-return.ts';
import { callLink } from './requests/sending.ts';

interface ScaStore {
  /** The scaRedirect whose page is open, or null. */
  open: string | null;
  where: Output<'sca.open'>['where'];
  /** Id of the environment of that page. */
  environment: string | null;
  /** Id of the tab whose response has the link. */
  tab: string | null;
  /** Id of that response in the history. */
  exchange: string | null;
  callback: Return | null;
  /** The tab and response that the PSU's return belongs to: a newer one has nothing to do with it. */
  callbackOf: string | null;
  /** SCAs that are over, by path and query of their page. */
  ended: Readonly<Record<string, ScaEnd>>;
  problem: string | null;
  /** Whether a second PSU may have signed, so that the first may be wanted again. */
  offersBack: boolean;
  /** @param show where the page opens, if there is a choice */
  start: (href: string, show?: Input<'sca.open'>['show']) => Promise<void>;
  close: () => Promise<void>;
  returned: (redirect: Return) => void;
  dismiss: () => void;
}

/** How an SCA ended: the bank's message is empty unless it failed. */
type ScaEnd = NonNullable<Output<'sca.end'>['ended']>;

export const useSca = create<ScaStore>((set, get) => ({
  open: null,
  where: 'tab',
  environment: null,
  tab: null,
  exchange: null,
  callback: null,
  callbackOf: null,
  ended: {},
  problem: null,
  offersBack: false,
  start: async (href, show = 'embedded') => {
    set({ callback: null, problem: null });
    const { id: own, exchange, run } = activeTab();
    // The PSU returns to it.
    keepOpen(own);
    try {
      // The bank would not send the PSU back.
      if (await readEnd(href)) return;
      const { tab, where, environment } = await host.call('sca.open', { href, show, run });
      storeTabs([...otherTabs(), { tab: OWN, returned: null }]);
      openTab(tab);
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
    // Browser tabs have no window id: a return is matched by its authorisation, or goes to the latest tab.
    const isOwn = get().open !== null && redirect.page !== null;
    if (OWN_WINDOW === null && !isOwn && isOfOtherTab(redirect.at)) return;
    storeTabs(readTabs().map((one) => (one.tab === OWN ? { ...one, returned: redirect.at } : one)));
    const { activeId, tabs } = useRequests.getState();
    const { tab, open, where } = get();
    // The PSU has returned elsewhere, so the page would stay open unseen.
    if (open !== null && redirect.window === null && where !== 'tab') void host.call('sca.close', {});
    if (tab !== null && tab !== activeId && tabs.some((one) => one.id === tab)) activate(tab);
    const page = open ?? redirect.page ?? linkOf(shownResponse(activeTab()));
    const { outcome } = redirect;
    if (page !== null) end(page, { outcome, message: outcome === 'success' ? '' : messageIn(redirect) });
    const signed = operationOf(activeTab().request).path.endsWith('authorisations');
    set({
      open: null,
      tab: null,
      callback: redirect,
      callbackOf: answerIn(activeTab()),
      offersBack: signed && redirect.outcome === 'success',
    });
  },
  dismiss: () => set({ callback: null, problem: null }),
}));

const linkOf = (exchange: Exchange | null) =>
  exchange?.links.find(({ name }) => name === 'scaRedirect')?.href ?? null;

/** Path and query: of the local bank's pages, only the path is known. */
function pageOf(href: string): string {
  const url = URL.parse(href, 'https://bank.invalid');
  return url === null ? href : url.pathname + url.search;
}

const end = (href: string, how: ScaEnd) =>
  useSca.setState(({ ended }) => ({ ended: { ...ended, [pageOf(href)]: how } }));

/** Asks whether the SCA of a page is over, which only the local bank tells. */
async function readEnd(href: string): Promise<boolean> {
  const { ended } = await host.call('sca.end', { href });
  if (ended !== null) end(href, ended);
  return ended !== null;
}

/** How the SCA that a response links to ended, as far as is known; null if it is not over. */
export function useScaEnd(exchange: Exchange | null): ScaEnd | null {
  const href = linkOf(exchange);
  const known = useSca(({ ended }) => (href === null ? null : (ownValue(ended, pageOf(href)) ?? null)));
  useEffect(() => {
    // After a restart, the window does not know.
    if (href !== null && known === null) readEnd(href).catch(() => undefined);
  }, [href, known]);
  return known;
}

/** The bank's message in the redirect of a failed SCA (SCA-2). */
function messageIn({ parameters }: Pick<Return, 'parameters'>): string {
  const of = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value ?? '';
  return [of('code'), of('message')].filter((text) => text !== '').join(': ');
}

/** Whether the PSU's page, or a note about it, replaces the response of the active tab. */
export function coversResponse(
  { open, where, tab, exchange }: Pick<ScaStore, 'open' | 'where' | 'tab' | 'exchange'>,
  all: OpenTabs,
): boolean {
  if (open === null) return false;
  // The page can be closed even if its tab is gone.
  if (!all.tabs.some(({ id }) => id === tab)) return where === 'embedded';
  if (tab !== all.activeId) return false;
  const shown = activeOf(all).exchange;
  // A PSU who is elsewhere may never return: a newer response is shown.
  return where === 'embedded' || shown === null || shown.id === exchange;
}

host.on('sca.returned', (redirect) => useSca.getState().returned(redirect));
host.on('sca.undone', ({ environment }) => {
  if (useSca.getState().callback?.environment === environment)
    useSca.setState({ callback: null, ended: {}, offersBack: false });
});

/** The PSU's return that belongs to the response of the active tab, or null. */
export function useReturn(): Return | null {
  const { callback, callbackOf } = useSca();
  const answer = useActiveTab(answerIn);
  return answer === callbackOf ? callback : null;
}

const answerIn = (tab: Tab) => `${tab.id} ${shownResponse(tab)?.id ?? ''}`;

/** The path that starts an SCA of a payment or basket; null for other paths. */
export function scaStartOf(path: string): string | null {
  const subject = path.split('?', 1)[0]?.replace(/\/(?:status|authorisations)$/, '') ?? '';
  const start = `${subject}/authorisations`;
  return operationAt('POST', start) === null ? null : start;
}

/** Starts an SCA and opens the bank's page, if the bank offers one. */
export async function startAnotherSca(path: string): Promise<void> {
  await callLink('POST', path);
  const page = linkOf(activeTab().exchange);
  if (page !== null) await useSca.getState().start(page);
}

/** Browser tabs that have sent a PSU to the bank, the oldest first, in shared storage. A tab removes itself when it closes. */
const TABS = 'sca/tabs';
const OWN = crypto.randomUUID();

const readTabs = () => JSON.parse(localStorage.getItem(TABS) ?? '[]') as LedToBank[];
const otherTabs = () => readTabs().filter(({ tab }) => tab !== OWN);
const storeTabs = (tabs: readonly LedToBank[]) => localStorage.setItem(TABS, JSON.stringify(tabs));

/** Whether another tab shows a return. @param at of the return, milliseconds */
function isOfOtherTab(at: number): boolean {
  const tab = latestFor(readTabs(), at);
  return tab !== null && tab !== OWN;
}

window.addEventListener('pagehide', () => storeTabs(otherTabs()));
