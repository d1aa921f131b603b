/** What is shown in place of the request goes when a request is opened or switched to. */
import { useEffect } from 'react';
import { activeTab, useRequests } from '../../../state/requests/store.ts';
import { showItem } from '../../../state/requests/tree.ts';

export function useCloseForRequests(): void {
  useEffect(() => {
    const { id, request } = activeTab();
    return useRequests.subscribe(() => {
      const now = activeTab();
      if (now.id !== id || now.request.operation !== request.operation) showItem(null);
    });
  }, []);
}
