/** The Bank view: the local bank's data, and the operator's actions. */
import { create } from 'zustand';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import type { AccountDetail, BasketDetail, Overview, PaymentDetail } from '../../shared/xs2a/inspection.ts';
import { passedOver } from '../../shared/demonstrations/clock-jump.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import { freeName } from '../../shared/names.ts';
import { downloadFile, host, messageOf, uploadWork } from '../host.ts';
import { useFrame } from './frame.ts';
import { useStatus } from './status.ts';
import { coalesced } from './coalesce.ts';
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

/** Forms of the clock bar. */
export type Asking = 'date' | 'now' | 'reset' | 'snapshot';

type Action = Extract<MethodName, `bank.${string}`>;

export type Detail =
  | { kind: 'payments'; payment: PaymentDetail }
  | { kind: 'baskets'; basket: BasketDetail }
  | { kind: 'accounts' | 'cards'; account: AccountDetail };

interface BankStore {
  kind: Kind;
  search: string;
  overview: Overview | null;
  selected: string | null;
  detail: Detail | null;
  /** Page of the selected account's transactions, from 0. */
  page: number;
  asking: Asking | null;
  snapshots: Output<'bank.snapshots'>['snapshots'];
  /** The result of the last action. */
  notice: string | null;
  problem: string | null;
  /** A note that the target of a link is not in the bank. */
  missing: string | null;
  ask: (asking: Asking | null) => void;
  load: () => Promise<void>;
  show: (kind: Kind) => void;
  select: (id: string) => void;
  turnTo: (page: number) => void;
  setSearch: (search: string) => void;
  /** Runs an action, then reads the bank again. @param notice shown on success; null if the view shows the result anyway */
  perform: <M extends Action>(
    method: M,
    input: Input<M>,
    notice: string | ((output: Output<M>) => string) | null,
  ) => Promise<void>;
  batch: () => Promise<void>;
  /** Downloads a snapshot. */
  save: (name: string) => Promise<void>;
  /** Adds snapshots from files. */
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
  const loadDetail = coalesced(async () => {
    const { kind, selected, page } = get();
    // An item that is gone, for example after a reset, is deselected.
    const detail = selected === null ? null : await read(kind, selected, page).catch(() => null);
    const now = get();
    if (now.kind !== kind || now.selected !== selected || now.page !== page) return;
    // A row of a kind without details stays selected.
    set(detail === null && OPENS.has(kind) ? { selected: null, detail } : { detail });
  });
  /** @param action returns the notice */
  const act = async (action: () => Promise<string | null>) => {
    try {
      const notice = await action();
      set({ notice, problem: null });
    } catch (error) {
      set({ notice: null, problem: messageOf(error) });
    }
  };
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
        // Separately, because a snapshot can be restored even if the bank's data cannot be read.
        const listing = host.call('bank.snapshots', {}).then(({ snapshots }) => set({ snapshots }));
        const [overview] = await Promise.all([host.call('bank.overview', { search }), listing]);
        // A slower response to an earlier search must not overwrite a later one.
        if (search === get().search)
          // Clears the error of an earlier read, and keeps that of the last action.
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
      await act(async () => {
        const output = await host.call(method, input);
        // Before the notice, so that the status line agrees with it.
        await useStatus.getState().refresh();
        return typeof notice === 'function' ? notice(output) : notice;
      });
      await get().load();
    },
    save: (name) =>
      act(async () => {
        downloadFile((await host.call('bank.saveSnapshot', { name })).download);
        return get().notice;
      }),
    add: async (files) => {
      await act(async () => {
        let { notice } = get();
        for (const file of files) {
          const { name } = await host.call('bank.addSnapshot', { file: await uploadWork(file) });
          notice = texts.bank.clock.snapshotAdded(name);
        }
        return notice;
      });
      await get().load();
    },
    batch: () =>
      get().perform('bank.batch', {}, ({ settled, rejected, retried }) =>
        t.batchRan(settled, rejected, retried),
      ),
  };
});

type Linked = 'baskets' | 'payments' | 'sessions';

/** Opens an item of the local bank, or notes that it is missing: a reset or a snapshot may have replaced the bank's data. */
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

/** False if the bank cannot be read: the view reports that. */
async function isMissing(kind: Linked, id: string): Promise<boolean> {
  try {
    if (kind !== 'sessions') return (await read(kind, id, 0)) === null;
    const { sessions } = await host.call('bank.overview', { search: '' });
    return !sessions.some((one) => one.id === id);
  } catch (error) {
    return error instanceof HostError && error.kind === 'not-found';
  }
}

/** The notice about a move of the clock, with the batches that it passed. */
export const clockMoved =
  (moved: string) =>
  ({ from, to }: Output<'bank.clock'>): string =>
    [moved, ...passedOver(from, to)].join(' ');

/** @param wanted gets a number if the name is taken @throws HostError if there is no snapshot: then nothing may be replaced */
export async function takeSnapshotFirst(wanted: string): Promise<void> {
  const { snapshots } = await host.call('bank.snapshots', {});
  const name = freeName(wanted, (one) => snapshots.some((snapshot) => snapshot.name === one));
  await host.call('bank.takeSnapshot', { name });
  const show = () => useFrame.getState().go('bank');
  useToasts.getState().tell({ tone: 'ok', text: texts.bank.clock.keptIn(name), place: 'bank', show });
}
