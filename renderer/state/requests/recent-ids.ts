/** The ids that the bank of the environment in use has answered with. They are read when a field that takes one is entered. */
import { create } from 'zustand';
import type { ProductShort } from '../../../shared/xs2a/payment-products.ts';
import type { RecentId } from '../../../shared/contract/recent-ids.ts';
import { host } from '../../host.ts';

interface RecentIds {
  ids: readonly RecentId[];
  /** Products that the bank accepts in baskets; null for all, or if nobody knows. */
  basketProducts: readonly ProductShort[] | null;
}

export const useRecentIds = create<RecentIds>(() => ({ ids: [], basketProducts: null }));

/** Reads them again. Without them, a field is only a field. @returns those that are known now */
export async function loadRecentIds(): Promise<readonly RecentId[]> {
  const { ids, basketProducts } = await host
    .call('requests.recentIds', {})
    .catch(() => useRecentIds.getState());
  useRecentIds.setState({ ids, basketProducts });
  return ids;
}
