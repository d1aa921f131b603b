/** The store of the open tabs and the request in progress. Its actions are in the files next to this one. */
import { create } from 'zustand';
import { useEffect } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { activeOf, type OpenTabs, type Tab, tabOf, withTab } from './tabs.ts';

interface RequestsState extends OpenTabs {
  /** Why the active request could not be prepared or sent. */
  problem: string | null;
  /** Closed tabs that can be reopened, the latest last. */
  gone: readonly Tab[];
  sending: boolean;
  /** Id of the latest request. */
  sendId: string | null;
  /** Body bytes received so far. */
  received: number;
  /** The latest response in any tab. */
  arrived: Exchange | null;
  /** Why drafts cannot be stored. */
  storageProblem: string | null;
}

export const useRequests = create<RequestsState>()(() => {
  const first = { ...firstTab(), isPreview: true };
  return {
    tabs: [first],
    activeId: first.id,
    problem: null,
    gone: [],
    sending: false,
    sendId: null,
    received: 0,
    arrived: null,
    storageProblem: null,
  };
});

/** An empty tab. */
export function firstTab(): Tab {
  return tabOf(fresh('listAccounts'));
}

/** The active tab, outside components. */
export function activeTab(): Tab {
  return activeOf(useRequests.getState());
}

/** Selects part of the active tab. @param select returns the same object for the same tab */
export function useActiveTab<T>(select: (tab: Tab) => T): T {
  return useRequests((state) => select(activeOf(state)));
}

/** Selects part of any tab; null once it is closed. */
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

/** Closes a pane when another request is opened or shown. @param close a stable function */
export function useCloseForRequests(close: () => void): void {
  useEffect(() => {
    const { id, request } = activeTab();
    return useRequests.subscribe(() => {
      const now = activeTab();
      if (now.id !== id || now.request.operation !== request.operation) close();
    });
  }, [close]);
}
