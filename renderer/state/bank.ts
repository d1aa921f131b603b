/** The local bank as its operator sees it: what is shown, and the actions. */
import { create } from 'zustand';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import type { AccountDetail, BasketDetail, Overview, PaymentDetail } from '../../shared/xs2a/inspection.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import { downloadFile, host, messageOf, uploadWork } from '../host.ts';
import { useFrame } from './frame.ts';
import { useStatus } from './status.ts';
import { coalesced } from './coalesce.ts';
import { freeName } from '../../shared/names.ts';
import { useToasts } from './toasts.ts';

const t = texts.bank.kinds;

export const KINDS = [
  { kind: 'payments', label: t.payments, hasTimes: true },
  { kind: 'baskets', label: t.baskets, hasTimes: true },
  { kind: 'accounts', label: texts.common.accounts, hasTimes: false },
  { kind: 'cards', label: t.cards, hasTimes: false },
  { kind: 'customers', label: t.customers, hasTimes: false },
  { kind: 'agreements', label: t.agreements, hasTimes: false },
  { kind: 'consents', label: t.consents, hasTimes: true },
  { kind: 'sessions', label: t.scaSessions, hasTimes: true },
  { kind: 'unattended', label: t.unattendedCalls, hasTimes: true },
  { kind: 'tpps', label: t.tpps, hasTimes: false },
  { kind: 'quirks', label: t.quirks, hasTimes: false },
  { kind: 'scenarios', label: t.scenarios, hasTimes: false },
] as const;
export type Kind = (typeof KINDS)[number]['kind'];

/** What the clock bar asks about before it acts. */
export type Asking = 'date' | 'now' | 'reset' | 'snapshot';

/** Methods that change the bank. */
type Action = Extract<MethodName, `bank.${string}`>;

/** What can be opened next to its list. */
export type Detail =
  | { kind: 'payments'; payment: PaymentDetail }
  | { kind: 'baskets'; basket: BasketDetail }
  | { kind: 'accounts' | 'cards'; account: AccountDetail };

interface BankStore {
  kind: Kind;
  search: string;
  overview: Overview | null;
  /** Id of the selected item in the list. */
  selected: string | null;
  detail: Detail | null;
  /** Page of the selected account's transactions, from 0. */
  page: number;
  /** The open form of the clock bar. */
  asking: Asking | null;
  snapshots: Output<'bank.snapshots'>['snapshots'];
  /** A sentence about the result of the last action, or null. */
  notice: string | null;
  problem: string | null;
  /** That what a link led to is not in the bank. */
  missing: string | null;
  ask: (asking: Asking | null) => void;
  load: () => Promise<void>;
  show: (kind: Kind) => void;
  select: (id: string) => void;
  turnTo: (page: number) => void;
  setSearch: (search: string) => void;
  /** Runs an action, then reads the bank's state again. @param notice the sentence to show if it succeeded; null if the view shows that anyway */
  perform: <M extends Action>(
    method: M,
    input: Input<M>,
    notice: string | ((output: Output<M>) => string) | null,
  ) => Promise<void>;
  batch: () => Promise<void>;
  /** Saves a snapshot as a file. */
  save: (name: string) => Promise<void>;
  /** Keeps snapshots from files. */
  add: (files: readonly File[]) => Promise<void>;
}

/** Kinds whose items open next to their list. */
const OPENS: ReadonlySet<Kind> = new Set<Kind>(['payments', 'baskets', 'accounts', 'cards']);

async function read(kind: Kind, id: string, page: number): Promise<Detail | null> {
  if (kind === 'payments') return { kind, payment: await host.call('bank.payment', { id }) };
  if (kind === 'baskets') return { kind, basket: await host.call('bank.basket', { id }) };
  if (kind === 'accounts' || kind === 'cards')
    return { kind, account: await host.call('bank.account', { id, page }) };
  return null;
}

export const useBank = create<BankStore>((set, get) => {
  // What is selected is read by itself, too.
  const loadDetail = coalesced(async () => {
    const { kind, selected, page } = get();
    // An item that no longer exists, for example after a reset, is no longer selected. The list shows that.
    const detail = selected === null ? null : await read(kind, selected, page).catch(() => null);
    const asked = get();
    if (asked.kind !== kind || asked.selected !== selected || asked.page !== page) return;
    // Of what has no details, the row stays selected.
    set(detail === null && OPENS.has(kind) ? { selected: null, detail } : { detail });
  });
  return {
    kind: 'payments',
    search: '',
    overview: null,
    selected: null,
    detail: null,
    page: 0,
    asking: null,
    snapshots: [],
    notice: null,
    problem: null,
    missing: null,
    ask: (asking) => set({ asking }),
    load: coalesced(async () => {
      const { search } = get();
      try {
        // By itself: a snapshot can be restored although the bank's data cannot be shown.
        const listing = host.call('bank.snapshots', {}).then(({ snapshots }) => set({ snapshots }));
        const [overview] = await Promise.all([host.call('bank.overview', { search }), listing]);
        // A slower response to an earlier search must not overwrite a later one.
        if (search === get().search)
          // The state was read, so an earlier read error no longer applies. The sentence about the last action stays.
          set({ overview, ...(get().overview === null ? { problem: null } : {}) });
        await loadDetail();
      } catch (error) {
        set({ problem: messageOf(error) });
      }
    }),
    show: (kind) =>
      set({ kind, selected: null, detail: null, page: 0, notice: null, problem: null, missing: null }),
    select: (id) => {
      set({ selected: id, page: 0, missing: null });
      void loadDetail();
    },
    turnTo: (page) => {
      set({ page });
      void loadDetail();
    },
    setSearch: (search) => {
      set({ search });
      void get().load();
    },
    perform: async (method, input, notice) => {
      try {
        const output = await host.call(method, input);
        // Before the result is said, so that what is shown of the bank beside it agrees with it.
        await useStatus.getState().refresh();
        set({ notice: typeof notice === 'function' ? notice(output) : notice, problem: null });
      } catch (error) {
        set({ notice: null, problem: messageOf(error) });
      }
      await get().load();
    },
    save: async (name) => {
      try {
        downloadFile((await host.call('bank.saveSnapshot', { name })).download);
        set({ problem: null });
      } catch (error) {
        set({ notice: null, problem: messageOf(error) });
      }
    },
    add: async (files) => {
      try {
        for (const file of files) {
          const { name } = await host.call('bank.addSnapshot', { file: await uploadWork(file) });
          set({ notice: texts.bank.clock.snapshotAdded(name), problem: null });
        }
      } catch (error) {
        set({ notice: null, problem: messageOf(error) });
      }
      await get().load();
    },
    batch: async () => {
      try {
        const { settled, rejected, retried } = await host.call('bank.batch', {});
        set({
          notice: t.batchRan(settled, rejected, retried),
          problem: null,
        });
      } catch (error) {
        set({ notice: null, problem: messageOf(error) });
      }
      await get().load();
    },
  };
});

/** What a link leads to. */
type Linked = 'baskets' | 'payments' | 'sessions';

/** Opens something of the local bank, or says that it is not there: a reset or a snapshot may have replaced the bank since the link was made. */
export function showInBank(kind: Linked, id: string): void {
  const { show, select } = useBank.getState();
  show(kind);
  useBank.setState({ search: '' });
  select(id);
  useFrame.getState().go('bank');
  void isMissing(kind, id).then((missing) => {
    const { kind: shown, selected } = useBank.getState();
    const isShown = shown === kind && (selected === null || selected === id);
    if (missing && isShown) useBank.setState({ missing: texts.bank.place.missing[kind] });
  });
}

/** A failure to look is none to find: the view itself says what is wrong with the bank. */
async function isMissing(kind: Linked, id: string): Promise<boolean> {
  try {
    if (kind !== 'sessions') return (await read(kind, id, 0)) === null;
    const { sessions } = await host.call('bank.overview', { search: '' });
    return !sessions.some((one) => one.id === id);
  } catch (error) {
    return error instanceof HostError && error.kind === 'not-found';
  }
}

/** @param wanted its name, which gets a number if it is taken @throws HostError if it could not be taken: then nothing may be replaced */
export async function takeSnapshotFirst(wanted: string): Promise<void> {
  const { snapshots } = await host.call('bank.snapshots', {});
  const name = freeName(wanted, (one) => snapshots.some((snapshot) => snapshot.name === one));
  await host.call('bank.takeSnapshot', { name });
  const show = () => useFrame.getState().go('bank');
  useToasts.getState().tell({ tone: 'ok', text: texts.bank.clock.keptIn(name), place: 'bank', show });
}
