/** Opening and switching tabs. */
import { fresh, isUntouched, sameRequest } from '../../../shared/requests/compose.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { NO_TESTS, sameTests, type StepTests } from '../../../shared/collections/step-tests.ts';
import type { KnownRequest } from '../../../shared/requests/request.ts';
import type { OperationId } from '../../../shared/xs2a/operations.ts';
import { edit } from './editing.ts';
import { prepare } from './preparing.ts';
import { activeTab, changeTab, firstTab, useRequests } from './store.ts';
import { answered, opened, type OpenTabs, type SavedAt, shown, type Tab, tabOf, closed } from './tabs.ts';

/** Shows tabs after the active one may have changed. */
export function show(open: OpenTabs): void {
  useRequests.setState({ ...open, problem: null });
  void prepare();
}

function open(tab: Tab): void {
  show(opened(useRequests.getState(), tab));
}

/** Opens an operation: in this tab if nothing has been done in it, otherwise in a new one. */
export function choose(id: OperationId): void {
  if (isUnused(activeTab()) && !useRequests.getState().sending) edit('operation', fresh(id));
  else open(tabOf(fresh(id)));
}

/** Whether a tab shows an operation as it was chosen. A saved request keeps its tab, changed or not, and so does a response. */
function isUnused({ path, request, tests, answers }: Tab): boolean {
  return path === null && answers.length === 0 && sameTests(tests, NO_TESTS) && isUntouched(request);
}

/** Opens a request in a new tab. */
export function openRequest(request: KnownRequest, tests: StepTests = NO_TESTS): void {
  open(tabOf(request, { path: null, seen: null, tests }));
}

/** Opens a request that was sent in a new tab, with its response: that says which bank has answered it, also after a restart. */
export function openAnswered(request: KnownRequest, exchange: Exchange): void {
  open(answered(tabOf(request), request, exchange));
}

/** Opens a request in a new tab, or switches to the tab that has the same one: a status that is read again needs no further tab. */
export function openLinked(request: KnownRequest): void {
  const known = useRequests
    .getState()
    .tabs.find(
      (tab) => tab.path === null && sameTests(tab.tests, NO_TESTS) && sameRequest(tab.request, request),
    );
  if (known === undefined) openRequest(request);
  else activate(known.id);
}

/** Opens a saved request in a new tab, or switches to the tab that already has it. */
export function openSaved({ path, seen }: SavedAt, request: KnownRequest, tests: StepTests): void {
  const known = useRequests.getState().tabs.find((tab) => tab.path === path);
  if (known === undefined) open(tabOf(request, { path, seen, tests }));
  else activate(known.id);
}

export function newTab(): void {
  open(firstTab());
}

export function duplicate(): void {
  const { request, tests } = activeTab();
  open(tabOf(request, { path: null, seen: null, tests }));
}

/** Switches to a tab. Does nothing if it is closed or already active. */
export function activate(id: string): void {
  const state = useRequests.getState();
  if (id !== state.activeId && state.tabs.some((tab) => tab.id === id)) show(shown(state, id));
}

/** Sets where a tab is saved; null if the file has been deleted. */
export function setSavedAt(id: string, { path, seen }: SavedAt): void {
  changeTab(id, (tab) => ({ ...tab, path, seen }));
}

/** Closed tabs that can be brought back. */
const MOST = 50;

/** Closes a tab. There is always at least one tab. */
export function close(id: string): void {
  closeAllOf([id]);
}

/** Closes every tab but the active one. */
export function closeOthers(): void {
  const { tabs, activeId } = useRequests.getState();
  closeAllOf(tabs.map(({ id }) => id).filter((id) => id !== activeId));
}

/** Closes every tab, and opens an empty one. */
export function closeAll(): void {
  closeAllOf(useRequests.getState().tabs.map(({ id }) => id));
}

function closeAllOf(ids: readonly string[]): void {
  const { tabs, activeId, gone } = useRequests.getState();
  const going = tabs.filter((tab) => ids.includes(tab.id) && hasWork(tab));
  const left = ids.reduce<OpenTabs>((open, id) => closed(open, id, firstTab), { tabs, activeId });
  useRequests.setState({ gone: [...gone, ...going].slice(-MOST) });
  if (left.activeId === activeId) useRequests.setState(left);
  else show(left);
}

/** Whether there is anything to bring back. */
function hasWork({ path, request, answers, undo }: Tab): boolean {
  return path !== null || answers.length > 0 || undo.past.length > 0 || !isUntouched(request);
}

/** Brings back the tab that was closed last, as it was. */
export function reopen(): void {
  const { gone, tabs, activeId } = useRequests.getState();
  const last = gone.at(-1);
  if (last === undefined) return;
  useRequests.setState({ gone: gone.slice(0, -1) });
  const known = tabs.find(({ path }) => path !== null && path === last.path);
  // Its old id is that of a closed tab, for other windows too.
  if (known === undefined) show(opened({ tabs, activeId }, { ...last, id: crypto.randomUUID() }));
  else activate(known.id);
}
