/** The open requests: one tab each, and what is under way. What can be done with them is in the files beside this one. */
import { create } from 'zustand';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { fresh } from '../../../shared/request/compose.ts';
import { activeOf, type OpenTabs, type Tab, tabOf, withTab } from './tabs.ts';

interface RequestsState extends OpenTabs {
  /** Why the active request cannot be prepared, or why one was not sent; null where nothing is wrong. */
  problem: string | null;
  sending: boolean;
  /** Id of the sending under way, or of the last one. */
  sendId: string | null;
  /** Bytes of body that have arrived of the answer under way. */
  received: number;
  /** The answer that came last, in whatever tab; null before the first. */
  arrived: Exchange | null;
  /** Why drafts are not kept, or null. */
  notKept: string | null;
}

export const useRequests = create<RequestsState>()(() => {
  const first = firstTab();
  return {
    tabs: [first],
    activeId: first.id,
    problem: null,
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

/** The active tab as it is now, outside of a component. */
export function activeTab(): Tab {
  return activeOf(useRequests.getState());
}

/** Something of the active tab; draws again only when that has changed. @param select returns the same object for the same tab */
export function useActiveTab<T>(select: (tab: Tab) => T): T {
  return useRequests((state) => select(activeOf(state)));
}

/** Something of any tab; null once it is closed. */
export function useTab<T>(id: string, select: (tab: Tab) => T): T | null {
  return useRequests(({ tabs }) => {
    const tab = tabs.find((one) => one.id === id);
    return tab === undefined ? null : select(tab);
  });
}

/** Changes one tab where it is still open. */
export function changeTab(id: string, change: (tab: Tab) => Tab): void {
  useRequests.setState((state) => withTab(state, id, change));
}
