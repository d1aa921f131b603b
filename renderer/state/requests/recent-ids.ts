/** The ids that the bank of the environment in use has answered with. They are read when a field that takes one is entered. */
import { create } from 'zustand';
import type { RecentId } from '../../../shared/contract/recent-ids.ts';
import { host } from '../../host.ts';

export const useRecentIds = create<{ ids: readonly RecentId[] }>(() => ({ ids: [] }));

/** Reads them again. Without them, a field is only a field. @returns those that are known now */
export async function loadRecentIds(): Promise<readonly RecentId[]> {
  const { ids } = await host.call('requests.recentIds', {}).catch(() => useRecentIds.getState());
  useRecentIds.setState({ ids });
  return ids;
}
