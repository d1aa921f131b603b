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

export const useHistory = create<HistoryStore>((set) => {
  /** Id that was asked for last: an answer to an earlier one may come later. */
  let asked = '';
  return {
    selected: null,
    problem: null,
    show: async (id) => {
      asked = id;
      try {
        const selected = await host.call('history.read', { id });
        if (asked === id) set({ selected, problem: null });
      } catch (error) {
        if (asked === id) set({ problem: messageOf(error) });
      }
    },
  };
});
