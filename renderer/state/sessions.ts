/** The TPP-Session-IDs of the environment in use. */
import { create } from 'zustand';
import type { Input } from '../../shared/contract/methods.ts';
import type { SessionRecord } from '../../shared/xs2a/session-life.ts';
import { host, messageOf } from '../host.ts';

type Lever = 'sessions.begin' | 'sessions.use' | 'sessions.abort' | 'sessions.expire';

interface SessionStore {
  sessions: SessionRecord[];
  /** The one that requests carry. */
  current: string;
  problem: string | null;
  load: () => Promise<void>;
  pull: <M extends Lever>(method: M, input: Input<M>) => Promise<void>;
}

export const useSessions = create<SessionStore>((set, get) => ({
  sessions: [],
  current: '',
  problem: null,
  load: async () => {
    try {
      const { sessions, current } = await host.call('sessions.list', {});
      set({ sessions, current });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
  pull: async (method, input) => {
    try {
      await host.call(method, input);
      set({ problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
    await get().load();
  },
}));
