/** The ids in recent responses of the bank in use. Read when a field for an id is focused. */
import { create } from 'zustand';
import type { ProductShort } from '../../../shared/xs2a/payment-products.ts';
import type { RecentId } from '../../../shared/contract/recent-ids.ts';
import { host } from '../../host.ts';

interface RecentIds {
  ids: readonly RecentId[];
  /** Products that the bank accepts in baskets; null if unrestricted or unknown. */
  basketProducts: readonly ProductShort[] | null;
}

export const useRecentIds = create<RecentIds>(() => ({ ids: [], basketProducts: null }));

/** Reads them again; a failure keeps the earlier ones. */
export async function loadRecentIds(): Promise<readonly RecentId[]> {
  const { ids, basketProducts } = await host
    .call('requests.recentIds', {})
    .catch(() => useRecentIds.getState());
  useRecentIds.setState({ ids, basketProducts });
  return ids;
}
