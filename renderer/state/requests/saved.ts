/** The saved requests of the tree. */
import { create } from 'zustand';
import type { SavedEntry } from '../../../shared/contract/saved.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { shapeFrom, savedOf } from './shape.ts';
import { useRequests } from './requests.ts';

const t = texts.requests.saved;

interface SavedStore {
  /** Read again at every `saved.changed`, of which each save and each removal causes one. */
  entries: SavedEntry[];
  problem: string | null;
  load: () => Promise<void>;
  /** Opens an entry; a damaged one, or one of another version's catalogue, is told. */
  open: (entry: SavedEntry) => void;
  /** Saves the tab in front. @returns whether it is saved */
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
  open: ({ path, request, damage }) => {
    if (request === null) {
      set({ problem: t.cannotOpen(path, damage ?? '') });
      return;
    }
    const shape = shapeFrom({ ...request, raw: null });
    if (shape === null) set({ problem: t.unknownOperation(path, request.operation) });
    else {
      set({ problem: null });
      useRequests.getState().openSaved(path, shape);
    }
  },
  save: async (folder, name) => {
    const tab = useRequests.getState();
    const {
      id: _,
      answerId: __,
      path: over,
      raw: ___,
      ...fields
    } = savedOf(tab, { id: '', answerId: null, path: tab.path });
    try {
      const { path } = await host.call('saved.save', { folder, request: { ...fields, name }, over });
      tab.setPath(path);
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
      const { path: open, setPath } = useRequests.getState();
      if (open === path) setPath(null);
      set({ problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
}));
