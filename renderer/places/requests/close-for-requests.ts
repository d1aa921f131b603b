/** A request that is opened or switched to takes the place of what is shown instead of it. */
import { useEffect } from 'react';
import { activeTab, useRequests } from '../../state/requests/store.ts';

/** @param close always the same function */
export function useCloseForRequests(close: () => void): void {
  useEffect(() => {
    const { id, request } = activeTab();
    return useRequests.subscribe(() => {
      const now = activeTab();
      if (now.id !== id || now.request.operation !== request.operation) close();
    });
  }, [close]);
}
