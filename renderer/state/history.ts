/** The exchange of the history that is open. */
import { create } from 'zustand';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { host, messageOf } from '../host.ts';
import { useFrame } from './frame.ts';

interface HistoryStore {
  /** Words that the listed exchanges have. */
  search: string;
  selected: Exchange | null;
  /** Why it could not be read, or null. */
  problem: string | null;
  show: (id: string) => Promise<void>;
}

export const useHistory = create<HistoryStore>((set) => {
  /** Id that was asked for last: an answer to an earlier one may come later. */
  let asked = '';
  return {
    search: '',
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

/** Opens an exchange in the History view. */
export function showExchange(id: string): void {
  useHistory.setState({ search: '' });
  void useHistory.getState().show(id);
  useFrame.getState().go('history');
}

/** Lists what was sent and received about something, by its id. */
export function showInHistory(id: string): void {
  useHistory.setState({ search: id });
  useFrame.getState().go('history');
}
