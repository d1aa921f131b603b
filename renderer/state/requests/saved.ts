/** The saved steps and folders, and the tabs that show them. */
import { create } from 'zustand';
import { composedOfStep, stepOfComposed } from '../../../shared/collections/request-step.ts';
import { testsOf, withTests, sameTests } from '../../../shared/collections/step-tests.ts';
import { aboveOf, type FolderEntry, type StepEntry } from '../../../shared/collections/tree.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Input, Output } from '../../../shared/contract/methods.ts';
import { isKnown, type KnownRequest } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { sameRequest } from '../../../shared/requests/compose.ts';
import { host, messageOf } from '../../host.ts';
import { coalesced } from '../coalesce.ts';
import { openResult, openSaved, type SentInRun, setSavedAt } from './opening.ts';
import { activeTab, changeTab, useRequests } from './store.ts';
import { movedTo } from './moved-file.ts';
import { prepare } from './editing.ts';
import { type Draft, edited, type Tab } from './tabs.ts';

const t = texts.requests.saved;

interface SavedStore {
  entries: StepEntry[];
  folders: FolderEntry[];
  loaded: boolean;
  problem: string | null;
  /** Why the last save of a request was refused, and its tab. */
  refused: { tab: string; text: string } | null;
  load: () => Promise<void>;
  /** Opens a request, perhaps as a run has sent it, or reports that it is from another version's catalogue. */
  open: (entry: StepEntry, result?: SentInRun) => void;
  /** Saves a step that is in no tab. @param over the entry that it was opened from @throws HostError */
  saveStep: (folder: string, step: Step, over: StepEntry | null) => Promise<StepEntry>;
  /**
   * Saves the request of the active tab.
   * @param how `here` saves, renames or moves its file; `copy` makes a new file, which the tab then shows
   * @returns whether it is saved
   */
  save: (folder: string, name: string, how: 'here' | 'copy') => Promise<boolean>;
}

export const useSaved = create<SavedStore>((set, get) => {
  /** Number of saves. */
  let listed = 0;
  /** Lists a saved step at once, unless the list has a later version of its file. */
  const list = (saved: SavedStep, seen: string | null): StepEntry => {
    listed += 1;
    const { entries } = get();
    const there = entries.find((entry) => entry.path === saved.path);
    const isLater = there !== undefined && there.fingerprint !== seen;
    const others = entries.filter((entry) => entry !== there);
    // A new step is the last one.
    const entry = { at: entries.length, place: null, ...there, ...saved };
    set({ problem: null, ...(isLater ? {} : { entries: [...others, entry] }) });
    return entry;
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
        // A list that was read during a save may have the old file.
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
    open: (entry, result) => {
      const { path, step, fingerprint: seen } = entry;
      if (step.request === undefined) return;
      const draft = draftIn(entry);
      if (draft === null) set({ problem: t.unknownOperation(path, composedOfStep(step.request).operation) });
      else {
        set({ problem: null });
        if (result === undefined) openSaved({ path, seen, ...draft });
        else openResult({ path, seen, ...draft }, result);
      }
    },
    saveStep: async (folder, step, over) => {
      const seen = over?.fingerprint ?? null;
      const saved = await written({ folder, step, over: over?.path ?? null, seen });
      return list(saved, seen);
    },
    save: async (folder, name, how) => {
      set({ refused: null });
      const { id, request, tests, ...at } = activeTab();
      const { path: over, seen } = how === 'here' ? at : { path: null, seen: null };
      try {
        const before = get().entries.find((entry) => entry.path === at.path);
        // Keeps the other properties of the step, such as the operation that it was made from.
        const step = withTests({ ...before?.step, name, request: stepOfComposed(request) }, tests);
        const saved = await written({ folder, step, over, seen });
        setSavedAt(id, { path: saved.path, seen: saved.fingerprint });
        followFiles([list(saved, seen)], get().entries);
        return true;
      } catch (error) {
        // The list lets the tab show what has changed.
        if (error instanceof HostError && error.kind === 'changed') await get().load();
        set({ refused: { tab: id, text: messageOf(error) } });
        return false;
      }
    },
  };
});

type SavedStep = Omit<StepEntry, 'at' | 'place'>;

async function written(order: Input<'saved.save'>): Promise<SavedStep> {
  const { path, fingerprint } = await host.call('saved.save', order);
  const { step } = order;
  return { path, folder: aboveOf(path), name: step.name, step, fingerprint };
}

/** Saves the active tab to its file. @returns false for a new request, which needs a name first */
export async function saveAgain(): Promise<boolean> {
  const { path } = activeTab();
  const { entries, save } = useSaved.getState();
  const entry = entries.find((one) => one.path === path);
  return entry !== undefined && save(entry.folder, entry.name, 'here');
}

/**
 * - `none`: the tab has no file, or equals it
 * - `unsaved`: the tab has changes
 * - `changed`: another program has changed the file
 * - `gone`: another program has deleted the file
 */
export type FileState = 'none' | 'unsaved' | 'changed' | 'gone';

/** @param entries null before they are listed */
export function fileStateOf(
  { path, seen, request, tests }: Pick<Tab, 'path' | 'seen' | 'request' | 'tests'>,
  entries: readonly StepEntry[] | null,
): FileState {
  if (path === null || entries === null) return 'none';
  const entry = entries.find((one) => one.path === path);
  if (entry === undefined) return seen === null ? 'none' : 'gone';
  if (seen !== null && entry.fingerprint !== seen) return 'changed';
  return isIn(entry, { request, tests }) ? 'none' : 'unsaved';
}

/** The request of a step, if the composer can show it. */
export function requestIn(entry: StepEntry | undefined): KnownRequest | null {
  if (entry?.step.request === undefined) return null;
  const request = composedOfStep(entry.step.request);
  return isKnown(request) ? request : null;
}

function draftIn(entry: StepEntry | undefined): Draft | null {
  const request = requestIn(entry);
  return request === null || entry === undefined ? null : { request, tests: testsOf(entry.step) };
}

function isIn(entry: StepEntry | undefined, { request, tests }: Draft): boolean {
  const saved = draftIn(entry);
  if (saved === null || !sameTests(saved.tests, tests)) return false;
  // A file does not keep the layout of a body.
  const written = () => ({ ...composedOfStep(stepOfComposed(request)), raw: request.raw });
  return sameRequest(saved.request, request) || sameRequest(saved.request, written());
}

/** Updates the tabs after files have changed: a tab follows a moved file, and shows the new content if it has no unsaved changes. */
function followFiles(before: readonly StepEntry[], now: readonly StepEntry[]): void {
  for (const { id, path, seen } of useRequests.getState().tabs) {
    const moved = path === null || seen === null ? null : movedTo(path, before, now);
    // Not a file that had changed before: its tab reports that.
    if (moved !== null && before.find((one) => one.path === path)?.fingerprint === seen)
      changeTab(id, (tab) => ({ ...tab, path: moved.path, seen: moved.fingerprint }));
  }
  for (const { id, path, seen, request, tests } of useRequests.getState().tabs) {
    const entry = path === null ? undefined : now.find((one) => one.path === path);
    const saved = draftIn(entry);
    if (entry === undefined || saved === null || entry.fingerprint === seen) continue;
    const earlier = before.find((one) => one.path === path);
    const mine = { request, tests };
    if (seen === null || isIn(entry, mine)) keepMine(id, entry);
    else if (earlier?.fingerprint === seen && isIn(earlier, mine)) reload(id, entry);
  }
}

/** Loads the file into a tab. It can be undone. */
export function reload(id: string, entry: StepEntry): void {
  const saved = draftIn(entry);
  if (saved === null) return;
  forgetRefusal(id);
  changeTab(id, (tab) => ({
    ...edited(tab, 'reload', saved.request, performance.now()),
    tests: saved.tests,
    seen: entry.fingerprint,
  }));
  if (activeTab().id === id) void prepare();
}

/** Lets the next save of a tab overwrite the changed file. */
export function keepMine(id: string, { fingerprint }: Pick<StepEntry, 'fingerprint'>): void {
  forgetRefusal(id);
  changeTab(id, (tab) => ({ ...tab, seen: fingerprint }));
}

/** What was refused has been decided. */
function forgetRefusal(id: string): void {
  if (useSaved.getState().refused?.tab === id) useSaved.setState({ refused: null });
}
