/** Opens, switches and closes tabs. */
import { fresh, isUntouched, sameRequest } from '../../../shared/requests/compose.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { TabRun } from '../../../shared/collections/drafts.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { NO_TESTS, sameTests, type StepTests } from '../../../shared/collections/step-tests.ts';
import type { OpenApiOperation } from '../../../shared/openapi/document.ts';
import { requestOf } from '../../../shared/requests/http.ts';
import { isKnown, type KnownRequest } from '../../../shared/requests/request.ts';
import type { OperationId } from '../../../shared/xs2a/operations.ts';
import { prepare } from './editing.ts';
import { activeTab, changeTab, firstTab, useRequests } from './store.ts';
import {
  responded,
  opened,
  type Draft,
  edited,
  kept,
  previewed,
  sameRun,
  type OpenTabs,
  type SavedAt,
  shown,
  type Tab,
  tabOf,
  closed,
} from './tabs.ts';

export function show(open: OpenTabs): void {
  useRequests.setState({ ...open, problem: null });
  void prepare();
}

function open(tab: Tab): void {
  show(opened(useRequests.getState(), tab));
}

/** Opens what a link leads to, or an operation, in place of the preview. */
function preview(tab: Tab): void {
  const { tabs, gone, sending } = useRequests.getState();
  // The response to what is being sent needs its tab.
  const open = sending ? tabs.map(kept) : tabs;
  const replaced = open.filter((one) => one.isPreview && hasWork(one));
  useRequests.setState({ gone: [...gone, ...replaced].slice(-MOST) });
  show(previewed({ tabs: open }, tab));
}

export function choose(id: OperationId): void {
  preview(tabOf(fresh(id)));
}

/** Opens an operation of the environment's OpenAPI document: it is sent as its line says. */
export function openOfDocument({
  method,
  filled,
  headers,
  body,
}: Pick<OpenApiOperation, 'body' | 'filled' | 'headers' | 'method'>): void {
  const placed = requestOf({ method, path: filled, headers: [], body });
  preview(tabOf({ ...fresh(placed.operation), line: `${method} ${filled}`, headers, body }));
}

export function openRequest(
  request: KnownRequest,
  tests: StepTests = NO_TESTS,
  run: Tab['run'] = null,
): void {
  open(tabOf(request, { path: null, seen: null, tests, run }));
}

/** Opens a sent request with its response, which names the bank that responded. */
export function openWithResponse(request: KnownRequest, exchange: Exchange): void {
  preview(responded(tabOf(request), request, exchange));
}

/** A request as a run has sent it. */
export interface SentInRun {
  run: TabRun;
  /** Null if it is no longer in the history. */
  exchange: Exchange | null;
}

/**
 * Opens a result of a run as it was sent, with its response, in a tab that has the values of the run; or switches to that tab.
 * @param saved its step as it is now, which an undo shows
 */
export function openResult(saved: SavedAt & Draft, { run, exchange }: SentInRun): void {
  const { tabs } = useRequests.getState();
  const known = tabs.find((tab) => tab.path === saved.path && sameRun(tab.run, run));
  if (known !== undefined) {
    activate(known.id);
    return;
  }
  const now = tabOf(saved.request, { ...saved, run });
  const sent = exchange?.request ?? null;
  // A credential that the step has written out is masked, and must not replace it.
  const isWhole = sent !== null && isKnown(sent) && !JSON.stringify(sent).includes(texts.common.mask);
  const request = isWhole ? sent : now.request;
  const tab = sameRequest(request, now.request) ? now : edited(now, 'run', request, 0);
  open(exchange === null ? tab : responded(tab, request, exchange));
}

/** Opens a request with the values of the active tab, or switches to the unsaved tab that has the same. */
export function openLinked(request: KnownRequest): void {
  const { run } = activeTab();
  const known = useRequests
    .getState()
    .tabs.find(
      (tab) =>
        tab.path === null &&
        sameRun(tab.run, run) &&
        sameTests(tab.tests, NO_TESTS) &&
        sameRequest(tab.request, request),
    );
  if (known === undefined) preview(tabOf(request, { path: null, seen: null, run }));
  else activate(known.id);
}

/** Opens a saved request in a new tab, or switches to the tab that already has it. */
export function openSaved({ request, ...saved }: SavedAt & Draft): void {
  const known = useRequests.getState().tabs.find((tab) => tab.path === saved.path && tab.run === null);
  if (known === undefined) open(tabOf(request, saved));
  else activate(known.id);
}

export function newTab(): void {
  const { tabs } = useRequests.getState();
  show(previewed({ tabs: tabs.map(kept) }, firstTab()));
}

/** No link takes the place of the tab any more. */
export function keepOpen(id: string): void {
  changeTab(id, kept);
}

export function duplicate(): void {
  const { request, tests, run } = activeTab();
  openRequest(request, tests, run);
}

/** The active tab no longer has the values of a run, but those of the window. */
export function leaveRun(): void {
  changeTab(activeTab().id, (tab) => ({ ...tab, run: null, used: [] }));
  void prepare();
}

export function activate(id: string): void {
  const state = useRequests.getState();
  if (id !== state.activeId && state.tabs.some((tab) => tab.id === id)) show(shown(state, id));
}

export function setSavedAt(id: string, { path, seen }: SavedAt): void {
  changeTab(id, (tab) => ({ ...kept(tab), path, seen }));
}

/** Closed tabs that can be reopened. */
const MOST = 50;

export function close(id: string): void {
  closeAllOf([id]);
}

export function closeOthers(): void {
  const { tabs, activeId } = useRequests.getState();
  closeAllOf(tabs.map(({ id }) => id).filter((id) => id !== activeId));
}

export function closeAll(): void {
  closeAllOf(useRequests.getState().tabs.map(({ id }) => id));
}

function closeAllOf(ids: readonly string[]): void {
  const { tabs, activeId, gone } = useRequests.getState();
  // A new tab is reopened with the key for a new tab.
  const { request: first } = firstTab();
  const going = tabs.filter(
    (tab) => ids.includes(tab.id) && (hasWork(tab) || !sameRequest(tab.request, first)),
  );
  const left = ids.reduce<OpenTabs>((open, id) => closed(open, id, firstTab), { tabs, activeId });
  useRequests.setState({ gone: [...gone, ...going].slice(-MOST) });
  if (left.activeId === activeId) useRequests.setState(left);
  else show(left);
}

function hasWork({ path, request, last, undo }: Tab): boolean {
  return path !== null || last !== null || undo.past.length > 0 || !isUntouched(request);
}

/** Reopens the tab closed last. */
export function reopen(): void {
  const { gone, tabs, activeId } = useRequests.getState();
  const last = gone.at(-1);
  if (last === undefined) return;
  useRequests.setState({ gone: gone.slice(0, -1) });
  const known = tabs.find(({ path, run }) => path !== null && path === last.path && sameRun(run, last.run));
  // A new id, because other windows have closed the old one.
  if (known === undefined) show(opened({ tabs, activeId }, { ...kept(last), id: crypto.randomUUID() }));
  else activate(known.id);
}
