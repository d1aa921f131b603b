/** The local bank from inside: what is shown, and the levers. */
import { create } from 'zustand';
import type { Input, MethodName } from '../../../shared/contract/methods.ts';
import type { BasketDetail, Overview, PaymentDetail } from '../../../shared/xs2a/inspection.ts';
import { host, messageOf } from '../../host.ts';

export const KINDS = [
  { kind: 'payments', label: 'Payments' },
  { kind: 'baskets', label: 'Baskets' },
  { kind: 'accounts', label: 'Accounts' },
  { kind: 'customers', label: 'Customers' },
  { kind: 'agreements', label: 'Agreements' },
  { kind: 'consents', label: 'Consents' },
  { kind: 'sessions', label: 'SCA sessions' },
  { kind: 'unattended', label: 'Unattended calls' },
  { kind: 'quirks', label: 'Quirks' },
  { kind: 'scenarios', label: 'Scenarios' },
] as const;
export type Kind = (typeof KINDS)[number]['kind'];

/** Methods that change the bank. */
type Lever = Extract<MethodName, `bank.${string}`>;

interface BankStore {
  kind: Kind;
  search: string;
  overview: Overview | null;
  /** The chosen payment or basket. */
  selected: string | null;
  payment: PaymentDetail | null;
  basket: BasketDetail | null;
  snapshots: { name: string; takenAt: number }[];
  /** What a lever has done, in a sentence. */
  said: string | null;
  problem: string | null;
  load: () => Promise<void>;
  show: (kind: Kind) => void;
  select: (id: string) => void;
  setSearch: (search: string) => void;
  /** Pulls a lever, then shows the bank as it is. @param said what to say when it worked */
  pull: <M extends Lever>(method: M, input: Input<M>, said: string) => Promise<void>;
  batch: () => Promise<void>;
}

export const useBank = create<BankStore>((set, get) => {
  const loadDetail = async () => {
    const { kind, selected } = get();
    if (selected === null) return set({ payment: null, basket: null });
    try {
      if (kind === 'payments')
        set({ payment: await host.call('bank.payment', { id: selected }), basket: null });
      if (kind === 'baskets')
        set({ basket: await host.call('bank.basket', { id: selected }), payment: null });
    } catch {
      // It is gone, after a reset for instance; the list says so.
      set({ selected: null, payment: null, basket: null });
    }
  };
  return {
    kind: 'payments',
    search: '',
    overview: null,
    selected: null,
    payment: null,
    basket: null,
    snapshots: [],
    said: null,
    problem: null,
    load: async () => {
      const { search } = get();
      try {
        const [overview, { snapshots }] = await Promise.all([
          host.call('bank.overview', { search }),
          host.call('bank.snapshots', {}),
        ]);
        // A slower answer to an older search must not overwrite a newer one.
        if (search === get().search)
          // What could not be read before can be read now; what a lever has said stays.
          set({ overview, snapshots, ...(get().overview === null ? { problem: null } : {}) });
        await loadDetail();
      } catch (error) {
        set({ problem: messageOf(error) });
      }
    },
    show: (kind) => set({ kind, selected: null, payment: null, basket: null, said: null, problem: null }),
    select: (id) => {
      set({ selected: id });
      void loadDetail();
    },
    setSearch: (search) => {
      set({ search });
      void get().load();
    },
    pull: async (method, input, said) => {
      try {
        await host.call(method, input);
        set({ said, problem: null });
      } catch (error) {
        set({ said: null, problem: messageOf(error) });
      }
      await get().load();
    },
    batch: async () => {
      try {
        const { settled, rejected, retried } = await host.call('bank.batch', {});
        set({
          said: `The batch ran: ${settled} settled, ${rejected} rejected, ${retried} kept for lack of funds.`,
          problem: null,
        });
      } catch (error) {
        set({ said: null, problem: messageOf(error) });
      }
      await get().load();
    },
  };
});
