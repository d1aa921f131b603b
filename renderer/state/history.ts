/** The exchange of the history that is open. */
import { create } from 'zustand';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { host, messageOf } from '../host.ts';

interface HistoryStore {
  selected: Exchange | null;
  /** Why it could not be read, or null. */
  problem: string | null;
  show: (id: string) => Promise<void>;
}

export const useHistory = create<HistoryStore>((set) => ({
  selected: null,
  problem: null,
  show: async (id) => {
    try {
      set({ selected: await host.call('history.read', { id }), problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
}));
