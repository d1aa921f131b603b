/** The History view: its search and the open exchange. */
import { create } from 'zustand';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { host, messageOf } from '../host.ts';
import { texts } from '../../shared/texts/texts.ts';
import { useFrame } from './frame.ts';
import { useToasts } from './toasts.ts';

const t = texts.history.place;

export type From = 'all' | 'sent' | 'received' | 'proxied';

interface HistoryStore {
  search: string;
  /** Which exchanges are listed; `all` lists the visits of PSUs, too. */
  from: From;
  /** Name of an environment; null for all. */
  bank: string | null;
  selected: Exchange | null;
  /** The exchange that the selected one is compared with. */
  other: Exchange | null;
  /** Whether the next exchange that is chosen is compared with the selected one. */
  isComparing: boolean;
  problem: string | null;
  show: (id: string) => Promise<void>;
}

/** The whole list, and no comparison. */
const WHOLE = { search: '', from: 'all', bank: null, other: null, isComparing: false } as const;

export const useHistory = create<HistoryStore>((set, get) => {
  /** The id requested last: an earlier response may arrive later. */
  let requested = '';
  return {
    ...WHOLE,
    selected: null,
    problem: null,
    show: async (id) => {
      requested = id;
      const part = get().isComparing ? 'other' : 'selected';
      try {
        const exchange = await host.call('history.read', { id });
        if (requested === id) set({ [part]: exchange, isComparing: false, problem: null });
      } catch (error) {
        if (requested === id) set({ problem: messageOf(error) });
      }
    },
  };
});

/** Opens an exchange in the History view. */
export function showExchange(id: string): void {
  useHistory.setState(WHOLE);
  void useHistory.getState().show(id);
  useFrame.getState().go('history');
}

/** Lists the exchanges that contain an id. */
export function showInHistory(id: string): void {
  useHistory.setState({ ...WHOLE, search: id });
  useFrame.getState().go('history');
}

/** Lists what reached the local bank from other programs. */
export function showReceived(): void {
  useHistory.setState({ ...WHOLE, from: 'received' });
  useFrame.getState().go('history');
}

/** A toast for what the local bank refuses to other programs, while another view is shown. */
export function reportRefusals(): void {
  host.on('history.refused', ({ id, title, status, reason, count }) => {
    if (useFrame.getState().place === 'history') return;
    useToasts.getState().tell({
      tone: 'bad',
      kind: 'received',
      text: count > 1 ? t.refusedMany(count, status, title, reason) : t.refused(status, title, reason),
      place: 'history',
      label: t.why,
      show: () => showExchange(id),
    });
  });
}
