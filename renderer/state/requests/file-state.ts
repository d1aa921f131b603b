/** What has become of the file from which a tab was opened. */
import { composedOfStep } from '../../../shared/collections/request-step.ts';
import { sameTests, testsOf } from '../../../shared/collections/step-tests.ts';
import type { StepEntry } from '../../../shared/collections/tree.ts';
import { sameRequest } from '../../../shared/requests/compose.ts';
import { isKnown, type KnownRequest } from '../../../shared/requests/request.ts';
import { activeTab, changeTab, useRequests } from './store.ts';
import { movedTo } from './moved-file.ts';
import { prepare } from './preparing.ts';
import { type Draft, edited, type Tab } from './tabs.ts';

/**
 * - `none`: the tab is not saved, or its file says the same
 * - `unsaved`: the tab has changes that the file does not have
 * - `changed`: another program has changed the file since it was opened
 * - `gone`: another program has deleted it
 */
export type FileState = 'none' | 'unsaved' | 'changed' | 'gone';

/** @param entries as last listed; null before that */
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
  if (entry?.step?.request === undefined) return null;
  const request = composedOfStep(entry.step.request);
  return isKnown(request) ? request : null;
}

/** What a tab has of a step, if the composer can show it. */
function draftIn(entry: StepEntry | undefined): Draft | null {
  const request = requestIn(entry);
  return request === null || !entry?.step ? null : { request, tests: testsOf(entry.step) };
}

function isIn(entry: StepEntry | undefined, { request, tests }: Draft): boolean {
  const saved = draftIn(entry);
  return saved !== null && sameRequest(saved.request, request) && sameTests(saved.tests, tests);
}

/**
 * Brings the tabs up to date with the files: one without changes of its own shows the new text, and one that says the same as its
 * file is saved. Any other stays as it is, and shows that the file has changed. A tab follows a file that was moved or renamed.
 */
export function followFiles(before: readonly StepEntry[], now: readonly StepEntry[]): void {
  for (const { id, path, seen } of useRequests.getState().tabs) {
    const moved = path === null || seen === null ? null : movedTo(path, before, now);
    // One that had changed before says so, and is not taken for the same.
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

/** Shows in a tab what its file says. It can be undone. */
export function reload(id: string, entry: StepEntry): void {
  const saved = draftIn(entry);
  if (saved === null) return;
  changeTab(id, (tab) => ({
    ...edited(tab, 'reload', saved.request, performance.now()),
    tests: saved.tests,
    seen: entry.fingerprint,
  }));
  if (activeTab().id === id) void prepare();
}

/** The next save of a tab overwrites what its file says now. */
export function keepMine(id: string, { fingerprint }: Pick<StepEntry, 'fingerprint'>): void {
  changeTab(id, (tab) => ({ ...tab, seen: fingerprint }));
}
