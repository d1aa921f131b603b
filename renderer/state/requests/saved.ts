/** The saved requests of the tree. */
import { create } from 'zustand';
import type { SavedEntry } from '../../../shared/contract/saved.ts';
import { composedOf, isKnown, savedOf } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { openSaved, setPath } from './opening.ts';
import { activeTab, useRequests } from './store.ts';

const t = texts.requests.saved;

interface SavedStore {
  /** Read again at every `saved.changed`, which each save and each deletion emits. */
  entries: SavedEntry[];
  problem: string | null;
  load: () => Promise<void>;
  /** Opens an entry. One that is damaged, or from another version's catalogue, is reported. */
  open: (entry: SavedEntry) => void;
  /** Saves the request of the active tab. @returns whether it is saved */
  save: (folder: string, name: string) => Promise<boolean>;
  remove: (path: string) => Promise<void>;
}

export const useSaved = create<SavedStore>((set) => ({
  entries: [],
  problem: null,
  load: async () => {
    try {
      set({ entries: (await host.call('saved.list', {})).entries });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
  open: ({ path, request: saved, damage }) => {
    if (saved === null) {
      set({ problem: t.cannotOpen(path, damage ?? '') });
      return;
    }
    const request = composedOf(saved);
    if (isKnown(request)) {
      set({ problem: null });
      openSaved(path, request);
    } else set({ problem: t.unknownOperation(path, request.operation) });
  },
  save: async (folder, name) => {
    const { id, request, path: over } = activeTab();
    try {
      const { path } = await host.call('saved.save', { folder, request: savedOf(request, name), over });
      setPath(id, path);
      set({ problem: null });
      return true;
    } catch (error) {
      set({ problem: messageOf(error) });
      return false;
    }
  },
  remove: async (path) => {
    try {
      await host.call('saved.remove', { path });
      for (const tab of useRequests.getState().tabs) if (tab.path === path) setPath(tab.id, null);
      set({ problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
}));
