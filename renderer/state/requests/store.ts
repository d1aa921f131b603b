/** The open requests, one per tab, and the request in progress. The actions on them are in the files next to this one. */
import { create } from 'zustand';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { activeOf, type OpenTabs, type Tab, tabOf, withTab } from './tabs.ts';

interface RequestsState extends OpenTabs {
  /** Why the active request cannot be prepared, or why one was not sent; null if nothing is wrong. */
  problem: string | null;
  /** Tabs that were closed and can be brought back, the last one last. */
  gone: readonly Tab[];
  sending: boolean;
  /** Id of the request in progress, or of the last one. */
  sendId: string | null;
  /** Body bytes received so far of the response in progress. */
  received: number;
  /** The latest response in any tab; null before the first. */
  arrived: Exchange | null;
  /** Why drafts cannot be stored, or null. */
  notKept: string | null;
}

export const useRequests = create<RequestsState>()(() => {
  const first = firstTab();
  return {
    tabs: [first],
    activeId: first.id,
    problem: null,
    gone: [],
    sending: false,
    sendId: null,
    received: 0,
    arrived: null,
    notKept: null,
  };
});

/** What an empty tab shows. */
export function firstTab(): Tab {
  return tabOf(fresh('listAccounts'));
}

/** The active tab now, for use outside components. */
export function activeTab(): Tab {
  return activeOf(useRequests.getState());
}

/** Part of the active tab; renders again only when that part changes. @param select returns the same object for the same tab */
export function useActiveTab<T>(select: (tab: Tab) => T): T {
  return useRequests((state) => select(activeOf(state)));
}

/** Part of any tab; null once it is closed. */
export function useTab<T>(id: string, select: (tab: Tab) => T): T | null {
  return useRequests(({ tabs }) => {
    const tab = tabs.find((one) => one.id === id);
    return tab === undefined ? null : select(tab);
  });
}

/** Changes one tab if it is still open. */
export function changeTab(id: string, change: (tab: Tab) => Tab): void {
  useRequests.setState((state) => withTab(state, id, change));
}
