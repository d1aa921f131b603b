/** The TPP-Session-IDs of the environment in use. */
import { create } from 'zustand';
import type { Input } from '../../shared/contract/methods.ts';
import type { SessionRecord } from '../../shared/xs2a/session-life.ts';
import { host, messageOf } from '../host.ts';
import { coalesced } from './coalesce.ts';

type Action = 'sessions.begin' | 'sessions.use' | 'sessions.abort' | 'sessions.expire';

interface SessionStore {
  sessions: SessionRecord[];
  /** The one that requests carry. */
  current: string;
  problem: string | null;
  load: () => Promise<void>;
  perform: <M extends Action>(method: M, input: Input<M>) => Promise<void>;
}

export const useSessions = create<SessionStore>((set, get) => ({
  sessions: [],
  current: '',
  problem: null,
  load: coalesced(async () => {
    try {
      const { sessions, current } = await host.call('sessions.list', {});
      set({ sessions, current });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  }),
  perform: async (method, input) => {
    try {
      await host.call(method, input);
      set({ problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
    await get().load();
  },
}));
