/** Guided demonstrations: the list, and the one being played. */
import { create } from 'zustand';
import type { DemonstrationState, ListedDemonstration } from '../../shared/contract/demonstrations.ts';
import type { Output } from '../../shared/contract/methods.ts';
import { downloadFile, host, uploadFile } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useFlow } from './flow.ts';
import { coalesced } from './coalesce.ts';

/** A file whose demonstration has a name that is taken. */
interface Taken {
  name: string;
  file: File;
}

type Added = Output<'demonstrations.add'>;
export type HandoutTexts = Output<'demonstrations.read'>;
/** The edition for the trainer has notes and answers. */
type Handout = HandoutTexts & { forTrainer: boolean };

/** Autoplay: seconds per step. */
export const SECONDS = [5, 10, 20, 30, 60] as const;

interface DemonstrationStore {
  list: readonly ListedDemonstration[];
  state: DemonstrationState;
  problem: string | null;
  /** The last file added, if it has faults. */
  refused: Added | null;
  /** Files not added, because their name is taken. */
  taken: readonly Taken[];
  /** Id of the one added last, until the list has shown it. */
  added: string | null;
  /** What {@link DemonstrationStore.make} has left out. */
  left: readonly string[];
  /** Whether the pane is shown beside the diagram. */
  isShown: boolean;
  /** Whether the list is shown although a demonstration plays. */
  showsList: boolean;
  isPresenting: boolean;
  /** Whether presentations play in slow motion while the PSU is at the bank. */
  slows: boolean;
  /** Size of the type in a presentation, as a factor. */
  type: number;
  /** Id of the exchange that is open in the presentation. */
  exchange: string | null;
  handout: Handout | null;
  load: () => Promise<void>;
  loadList: () => Promise<void>;
  start: (id: string) => Promise<void>;
  next: () => Promise<void>;
  back: () => Promise<void>;
  go: (step: number) => Promise<void>;
  restart: () => Promise<void>;
  /** Sends the request of the step with a deliberate fault. */
  breakIt: (fault: string) => Promise<void>;
  returnToStep: () => Promise<void>;
  again: () => Promise<void>;
  leave: () => Promise<void>;
  /** @param replaces whether it replaces the one with its name */
  add: (file: File, replaces?: boolean) => Promise<void>;
  /** Keeps the existing one with this name. */
  keep: (name: string) => void;
  remove: (id: string) => Promise<void>;
  save: (id: string) => Promise<void>;
  /** Downloads the JSON Schema of demonstration files. */
  saveSchema: () => Promise<void>;
  /** Downloads a demonstration made from a collection. */
  make: (path: string) => Promise<void>;
  /** @param seconds per step; null stops autoplay */
  playByItself: (seconds: number | null) => Promise<void>;
  /** @param slows whether a presentation plays one thing at a time while the PSU is at the bank */
  slowDown: (slows: boolean) => Promise<void>;
  /** @param factor of the size of the type in a presentation */
  resize: (factor: number) => void;
  /** Stops autoplay. */
  pause: () => void;
  /** Opens the presenter's page in another window or tab. */
  openPresenter: () => Promise<void>;
  showList: (shows: boolean) => void;
  showPane: (shows: boolean) => void;
  present: (presents: boolean) => void;
  openExchange: (id: string | null) => void;
  /** Reads the texts of a hand-out, which is then printed. */
  print: (id: string, forTrainer: boolean) => Promise<void>;
  closeHandout: () => void;
}

type Press = `demonstrations.${'again' | 'back' | 'leave' | 'next' | 'restart' | 'return'}`;

export const useDemonstrations = create<DemonstrationStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  const press = (method: Press) => () => attempt(async () => set({ state: await host.call(method, {}) }));
  const pause = () => {
    if (get().state.autoplay !== null) void get().playByItself(null);
  };
  const setSlow = (slow: boolean) =>
    attempt(async () => set({ state: await host.call('demonstrations.slow', { slow }) }));
  return {
    list: [],
    state: { aside: false, busy: false, slow: false, playing: null, bankNow: 0, autoplay: null, pace: 0 },
    problem: null,
    refused: null,
    taken: [],
    added: null,
    left: [],
    pause,
    isShown: true,
    showsList: false,
    isPresenting: false,
    slows: true,
    type: 1,
    exchange: null,
    handout: null,
    load: coalesced(() => read(async () => set({ state: await host.call('demonstrations.state', {}) }))),
    loadList: coalesced(() =>
      read(async () => set({ list: (await host.call('demonstrations.list', {})).demonstrations })),
    ),
    start: (id) => {
      set({ isShown: true });
      // The list stays until it plays: what played before is not presented in its place.
      return attempt(async () =>
        set({ state: await host.call('demonstrations.start', { id }), showsList: false }),
      );
    },
    next: press('demonstrations.next'),
    back: press('demonstrations.back'),
    go: (step) => attempt(async () => set({ state: await host.call('demonstrations.go', { step }) })),
    restart: press('demonstrations.restart'),
    breakIt: (fault) =>
      attempt(async () => set({ state: await host.call('demonstrations.break', { fault }) })),
    returnToStep: press('demonstrations.return'),
    again: press('demonstrations.again'),
    leave: () => {
      set({ showsList: false, isPresenting: false, exchange: null });
      return press('demonstrations.leave')();
    },
    add: (file, replaces = false) =>
      attempt(async () => {
        const added = await host.call('demonstrations.add', {
          file: await uploadFile(file),
          replaces,
        });
        const others = get().taken.filter((one) => one.name !== added.name);
        if (added.isTaken) set({ refused: null, taken: [...others, { name: added.name, file }] });
        else set({ refused: added.id === null ? added : null, added: added.id, taken: others });
      }),
    keep: (name) => set({ taken: get().taken.filter((one) => one.name !== name) }),
    remove: (id) => attempt(() => host.call('demonstrations.remove', { id })),
    save: (id) =>
      attempt(async () => downloadFile((await host.call('demonstrations.file', { id })).download)),
    saveSchema: () =>
      attempt(async () => downloadFile((await host.call('demonstrations.schema', {})).download)),
    make: (path) =>
      attempt(async () => {
        const { download, left } = await host.call('demonstrations.make', { path });
        set({ left });
        downloadFile(download);
      }),
    playByItself: (seconds) =>
      attempt(async () => set({ state: await host.call('demonstrations.autoplay', { seconds }) })),
    slowDown: (slows) => {
      set({ slows });
      return setSlow(slows);
    },
    resize: (factor) => set({ type: Math.min(2, Math.max(0.6, get().type * factor)) }),
    openPresenter: () =>
      attempt(async () => {
        const { tab } = await host.call('demonstrations.presenter', {});
        if (tab !== null) window.open(tab, '_blank');
      }),
    showList: (shows) => {
      set({ showsList: shows });
      pause();
    },
    showPane: (shows) => {
      set({ isShown: shows });
      pause();
    },
    present: (presents) => {
      set({ isPresenting: presents, exchange: null });
      void setSlow(presents && get().slows);
      if (!presents) pause();
    },
    openExchange: (id) => set({ exchange: id }),
    print: (id, forTrainer) =>
      attempt(async () =>
        set({ handout: { ...(await host.call('demonstrations.read', { id })), forTrainer } }),
      ),
    closeHandout: () => set({ handout: null }),
  };
});

host.on('demonstrations.changed', () => {
  void useDemonstrations.getState().load();
  // The diagram may begin with another event now.
  if (useFlow.getState().isRead) void useFlow.getState().load();
  void useDemonstrations.getState().loadList();
});
