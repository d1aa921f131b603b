/** The History view: its search and the open exchange. */
import { create } from 'zustand';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { host, messageOf } from '../host.ts';
import { useFrame } from './frame.ts';

interface HistoryStore {
  search: string;
  selected: Exchange | null;
  problem: string | null;
  show: (id: string) => Promise<void>;
}

export const useHistory = create<HistoryStore>((set) => {
  /** The id requested last: an earlier response may arrive later. */
  let requested = '';
  return {
    search: '',
    selected: null,
    problem: null,
    show: async (id) => {
      requested = id;
      try {
        const selected = await host.call('history.read', { id });
        if (requested === id) set({ selected, problem: null });
      } catch (error) {
        if (requested === id) set({ problem: messageOf(error) });
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

/** Lists the exchanges that contain an id. */
export function showInHistory(id: string): void {
  useHistory.setState({ search: id });
  useFrame.getState().go('history');
}
