/** The saved requests of the tree. */
import { create } from 'zustand';
import { composedOfStep, stepOfComposed } from '../../../shared/collection/request-step.ts';
import type { FolderEntry, StepEntry } from '../../../shared/collection/tree.ts';
import { isKnown } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { openSaved, setPath } from './opening.ts';
import { activeTab, useRequests } from './store.ts';

const t = texts.requests.saved;

interface SavedStore {
  /** Read again at every `saved.changed`, which each save and each deletion emits. */
  entries: StepEntry[];
  folders: FolderEntry[];
  problem: string | null;
  load: () => Promise<void>;
  /** Opens an entry. One that is damaged, or from another version's catalogue, is reported. */
  open: (entry: StepEntry) => void;
  /** Saves the request of the active tab. @returns whether it is saved */
  save: (folder: string, name: string) => Promise<boolean>;
  remove: (path: string) => Promise<void>;
}

export const useSaved = create<SavedStore>((set, get) => ({
  entries: [],
  folders: [],
  problem: null,
  load: async () => {
    try {
      set(await host.call('saved.list', {}));
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  },
  open: ({ path, step, damage }) => {
    if (step?.request === undefined) {
      set({ problem: t.cannotOpen(path, damage ?? t.noRequest) });
      return;
    }
    const request = composedOfStep(step.request);
    if (isKnown(request)) {
      set({ problem: null });
      openSaved(path, request);
    } else set({ problem: t.unknownOperation(path, request.operation) });
  },
  save: async (folder, name) => {
    const { id, request, path: over } = activeTab();
    try {
      const before = get().entries.find((entry) => entry.path === over);
      const { path } = await host.call('saved.save', {
        folder,
        // What else the step says, such as its assertions, stays.
        step: { ...before?.step, name, request: stepOfComposed(request) },
        over,
        seen: before?.fingerprint ?? null,
      });
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
