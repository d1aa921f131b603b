/** The class of a trainer, and the bank that a trainee is about to join. */
import { create } from 'zustand';
import { type ClassView, type OfferedBank, readClassLink } from '../../shared/contract/class.ts';
import type { Input } from '../../shared/contract/methods.ts';
import { texts } from '../../shared/texts/texts.ts';
import { downloadFile, host, messageOf } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { coalesced } from './coalesce.ts';
import { useFrame } from './frame.ts';
import { THIS_WINDOW } from './own-window.ts';

const t = texts.class;

type Change = 'class.start' | 'class.open' | 'class.reset' | 'class.end';

interface ClassStore {
  /** Null without a class, undefined until it is read. */
  view: ClassView | null | undefined;
  /** Addresses of this machine to which it can be opened. */
  networks: readonly string[];
  /** Id of a bank. */
  selected: string | null;
  problem: string | null;
  notice: string | null;
  load: () => Promise<void>;
  perform: <M extends Change>(method: M, input: Input<M>, notice?: string) => Promise<void>;
  save: (id: string) => Promise<void>;
}

export const useClass = create<ClassStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    view: undefined,
    networks: [],
    selected: null,
    problem: null,
    notice: null,
    load: coalesced(() =>
      read(async () => {
        const { class: view, networks } = await host.call('class.read', {});
        set({ view, networks });
      }),
    ),
    perform: async (method, input, notice) => {
      set({ notice: null });
      await attempt(async () => {
        await host.call(method, input);
        set({ notice: notice ?? null });
      });
      await get().load();
    },
    save: (id) => attempt(async () => downloadFile((await host.call('class.file', { id })).download)),
  };
});

interface JoinStore {
  /** The link that is asked about; null if none is. */
  link: string | null;
  /** What it leads to, once that is known. */
  offered: OfferedBank | null;
  problem: string | null;
  /** Asks whether to join. */
  ask: (link: string) => Promise<void>;
  /** The same with the link in a dropped file. */
  askOf: (file: File) => Promise<void>;
  join: () => Promise<void>;
  close: () => void;
}

export const useJoin = create<JoinStore>((set, get) => {
  const attempt = attemptIn(set);
  return {
    link: null,
    offered: null,
    problem: null,
    ask: async (link) => {
      set({ link, offered: null, problem: null });
      try {
        const offered = await host.call('class.look', { link });
        if (get().link === link) set({ offered });
      } catch (error) {
        if (get().link === link) set({ problem: messageOf(error) });
      }
    },
    askOf: async (file) => {
      const link = /"link":\s*"([^"]+)"/.exec(await file.text())?.[1] ?? '';
      if (readClassLink(link) !== null) await get().ask(link);
      else set({ link, offered: null, problem: t.join.badFile(file.name) });
    },
    join: () =>
      attempt(async () => {
        const { link } = get();
        if (link === null) return;
        await host.call('class.join', { link, window: THIS_WINDOW });
        get().close();
        useFrame.getState().go('start');
      }),
    close: () => set({ link: null }),
  };
});
