/** The steps and folders of the tree, and what the tabs have of them. */
import { create } from 'zustand';
import { composedOfStep, stepOfComposed } from '../../../shared/collections/request-step.ts';
import { testsOf, withTests } from '../../../shared/collections/step-tests.ts';
import { aboveOf, type FolderEntry, type StepEntry } from '../../../shared/collections/tree.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Input, Output } from '../../../shared/contract/methods.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { coalesced } from '../coalesce.ts';
import { followFiles } from './file-state.ts';
import { openSaved, setSavedAt } from './opening.ts';
import { activeTab } from './store.ts';

const t = texts.requests.saved;

interface SavedStore {
  /** Read again at every `saved.changed`, which each save and each deletion emits. */
  entries: StepEntry[];
  folders: FolderEntry[];
  /** Whether they have been read. */
  loaded: boolean;
  problem: string | null;
  /** Why the last attempt to save a request was refused, and its tab; null if it was not. */
  refused: { tab: string; text: string } | null;
  load: () => Promise<void>;
  /** Opens an entry. One that is damaged, or from another version's catalogue, is reported. */
  open: (entry: StepEntry) => void;
  /** Saves a step that is in no tab; `over` is the entry that it was opened from. @returns its entry @throws HostError */
  saveStep: (folder: string, step: Step, over: StepEntry | null) => Promise<StepEntry>;
  /**
   * Saves the request of the active tab.
   * @param how `here` renames or moves the file that the tab has; `copy` leaves it as it is, and the tab has the copy from then on
   * @returns whether it is saved
   */
  save: (folder: string, name: string, how: 'here' | 'copy') => Promise<boolean>;
}

export const useSaved = create<SavedStore>((set, get) => {
  /** Listed at once: another program may change the file before the list is read again. A later list stays. */
  let listed = 0;
  const list = (saved: StepEntry, seen: string | null) => {
    listed += 1;
    const { entries } = get();
    const there = entries.find((entry) => entry.path === saved.path);
    const isLater = there !== undefined && there.fingerprint !== seen;
    const others = entries.filter((entry) => entry !== there);
    set({ problem: null, ...(isLater ? {} : { entries: [...others, saved] }) });
  };
  return {
    entries: [],
    folders: [],
    loaded: false,
    problem: null,
    refused: null,
    load: coalesced(async () => {
      try {
        let at: number;
        let answer: Output<'saved.list'>;
        // What is saved while the folder is being read may be in the answer as it was before.
        do {
          at = listed;
          answer = await host.call('saved.list', {});
        } while (at !== listed);
        const { entries, folders } = answer;
        const before = get().entries;
        set({ entries, folders, loaded: true });
        followFiles(before, entries);
      } catch (error) {
        set({ problem: messageOf(error) });
      }
    }),
    open: ({ path, step, damage, fingerprint }) => {
      if (step?.request === undefined) {
        set({ problem: t.cannotOpen(path, damage ?? t.noRequest) });
        return;
      }
      const request = composedOfStep(step.request);
      if (isKnown(request)) {
        set({ problem: null });
        openSaved({ path, seen: fingerprint }, request, testsOf(step));
      } else set({ problem: t.unknownOperation(path, request.operation) });
    },
    saveStep: async (folder, step, over) => {
      const seen = over?.fingerprint ?? null;
      const placed = inPlace(step, folder, over?.path ?? null, get().entries);
      const saved = await written({ folder, step: placed, over: over?.path ?? null, seen });
      list(saved, seen);
      return saved;
    },
    save: async (folder, name, how) => {
      set({ refused: null });
      const { id, request, tests, ...at } = activeTab();
      const { path: over, seen } = how === 'here' ? at : { path: null, seen: null };
      try {
        const before = get().entries.find((entry) => entry.path === at.path);
        // What else the step says stays, such as its order in its folder.
        const whole = withTests({ ...before?.step, name, request: stepOfComposed(request) }, tests);
        const step = inPlace(whole, folder, over, get().entries);
        const saved = await written({ folder, step, over, seen });
        setSavedAt(id, { path: saved.path, seen: saved.fingerprint });
        list(saved, seen);
        followFiles([saved], get().entries);
        return true;
      } catch (error) {
        // The list has not yet shown it; with it, the tab offers what can be done.
        if (error instanceof HostError && error.kind === 'changed') await get().load();
        set({ refused: { tab: id, text: messageOf(error) } });
        return false;
      }
    },
  };
});

/**
 * The step with the number that puts it in its place: in its own folder it keeps that, and a new one comes after the others,
 * so that a run takes steps as they were saved. One that moves has none, like everything that is moved into a folder. Where
 * steps of the folder have no number, these are in the order of their names, and a number would put the new one in front.
 * @param over the path that it is saved over, or null for a new one
 */
function inPlace(step: Step, folder: string, over: string | null, entries: readonly StepEntry[]): Step {
  if (over !== null && aboveOf(over) === folder) return step;
  const { order: _, ...rest } = step;
  const orders = entries.filter((entry) => entry.folder === folder).map((entry) => entry.step?.order);
  // Outside the collections, nothing runs one after the other.
  if (over !== null || folder === '' || orders.includes(undefined)) return rest;
  return {
    ...rest,
    order: orders.reduce<number>((last, order = 0) => Math.max(last, Math.floor(order)), 0) + 1,
  };
}

async function written(order: Input<'saved.save'>): Promise<StepEntry> {
  const { path, fingerprint } = await host.call('saved.save', order);
  const { step } = order;
  return { path, folder: aboveOf(path), name: step.name, step, damage: null, fingerprint };
}

/** Saves the active tab where it is saved. @returns whether it is; a new request needs a name first */
export async function saveAgain(): Promise<boolean> {
  const { path } = activeTab();
  const { entries, save } = useSaved.getState();
  const entry = entries.find((one) => one.path === path);
  return entry !== undefined && entry.step !== null && save(entry.folder, entry.name, 'here');
}
