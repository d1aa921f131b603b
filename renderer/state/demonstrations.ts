/** Guided demonstrations: the list, the one that plays, and whether it plays by itself. */
import { create } from 'zustand';
import type { DemonstrationState, ListedDemonstration } from '../../shared/contract/demonstrations.ts';
import type { Output } from '../../shared/contract/methods.ts';
import { downloadFile, host, uploadFile } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useFlow } from './flow.ts';
import { coalesced } from './coalesce.ts';

/** A file, and the demonstration whose name it has. */
interface Taken {
  name: string;
  file: File;
}

/** What was made of a file, or of a collection. */
type Added = Output<'demonstrations.add'>;
/** The texts of one, for its hand-out. */
export type HandoutTexts = Output<'demonstrations.read'>;

/** Seconds for each press while a demonstration plays by itself. */
export const SECONDS = [5, 10, 20, 30, 60] as const;

interface DemonstrationStore {
  list: readonly ListedDemonstration[];
  state: DemonstrationState;
  problem: string | null;
  /** The last file that was added, if it has faults. */
  refused: Added | null;
  /** Files that were not added, because there is another demonstration of their name. */
  taken: readonly Taken[];
  /** Id of the one that was added last, until the list has shown it. */
  added: string | null;
  /** What a file made of a collection has left out. */
  left: readonly string[];
  /** The pane is shown beside the diagram. */
  isShown: boolean;
  /** The list is shown although a demonstration plays. */
  showsList: boolean;
  isPresenting: boolean;
  /** Id of the exchange that is open in the presentation, or null. */
  exchange: string | null;
  handout: HandoutTexts | null;
  load: () => Promise<void>;
  loadList: () => Promise<void>;
  start: (id: string) => Promise<void>;
  next: () => Promise<void>;
  back: () => Promise<void>;
  go: (step: number) => Promise<void>;
  restart: () => Promise<void>;
  returnToStep: () => Promise<void>;
  again: () => Promise<void>;
  leave: () => Promise<void>;
  /** @param replaces whether it takes the place of the one of its name */
  add: (file: File, replaces?: boolean) => Promise<void>;
  /** Leaves the one of this name as it is. */
  keep: (name: string) => void;
  remove: (id: string) => Promise<void>;
  save: (id: string) => Promise<void>;
  /** Downloads the schema that belongs beside a file. */
  saveSchema: () => Promise<void>;
  /** Downloads a demonstration made of a collection. */
  make: (path: string) => Promise<void>;
  /** @param seconds for each press; null stops */
  playByItself: (seconds: number | null) => Promise<void>;
  /** Stops playing by itself. */
  pause: () => void;
  /** The presenter's page, in a window or a tab of its own. */
  openPresenter: () => Promise<void>;
  showList: (shows: boolean) => void;
  showPane: (shows: boolean) => void;
  present: (presents: boolean) => void;
  /** Shows an exchange in the presentation; null closes it. */
  openExchange: (id: string | null) => void;
  /** Reads the texts for a hand-out; null puts them away. */
  print: (id: string | null) => Promise<void>;
}

type Press = `demonstrations.${'again' | 'back' | 'leave' | 'next' | 'restart' | 'return'}`;

export const useDemonstrations = create<DemonstrationStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  const press = (method: Press) => () => attempt(async () => set({ state: await host.call(method, {}) }));
  /** What cannot be seen does not play by itself. */
  const pause = () => {
    if (get().state.autoplay !== null) void get().playByItself(null);
  };
  return {
    list: [],
    state: { aside: false, busy: false, playing: null, bankNow: 0, autoplay: null, pace: 0 },
    problem: null,
    refused: null,
    taken: [],
    added: null,
    left: [],
    pause,
    isShown: true,
    showsList: false,
    isPresenting: false,
    exchange: null,
    handout: null,
    load: coalesced(() => read(async () => set({ state: await host.call('demonstrations.state', {}) }))),
    loadList: coalesced(() =>
      read(async () => set({ list: (await host.call('demonstrations.list', {})).demonstrations })),
    ),
    start: (id) => {
      set({ isShown: true, showsList: false });
      return attempt(async () => set({ state: await host.call('demonstrations.start', { id }) }));
    },
    next: press('demonstrations.next'),
    back: press('demonstrations.back'),
    go: (step) => attempt(async () => set({ state: await host.call('demonstrations.go', { step }) })),
    restart: press('demonstrations.restart'),
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
      if (!presents) pause();
    },
    openExchange: (id) => set({ exchange: id }),
    print: (id) =>
      attempt(async () =>
        set({ handout: id === null ? null : await host.call('demonstrations.read', { id }) }),
      ),
  };
});

host.on('demonstrations.changed', () => {
  void useDemonstrations.getState().load();
  // What the diagram begins with may be another event now.
  if (useFlow.getState().isRead) void useFlow.getState().load();
  void useDemonstrations.getState().loadList();
});
