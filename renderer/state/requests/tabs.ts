/** Operations on the open tabs, their undo, and hints that distinguish tabs of one name. Pure. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { TabRun } from '../../../shared/collections/drafts.ts';
import type { UsedVariable } from '../../../shared/collections/result.ts';
import { NO_TESTS, type StepTests } from '../../../shared/collections/step-tests.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { sameRequest, understood } from '../../../shared/requests/compose.ts';
import type { KnownRequest } from '../../../shared/requests/request.ts';
import { aboveOf } from '../../../shared/collections/tree.ts';
import { amountText } from '../../../shared/money/money.ts';

export interface Tab {
  id: string;
  /** Where the request is saved. */
  path: string | null;
  /** Fingerprint of that file when it was opened or saved. */
  seen: string | null;
  request: KnownRequest;
  tests: StepTests;
  /** The result of a run whose variables, session and PSU it has in place of those of the window. */
  run: TabRun | null;
  undo: Undo<Draft>;
  /** Whether the next link or operation takes its place: until it is edited, sent, saved or kept open. */
  isPreview: boolean;
  /** The last prepared version; after sending, what was sent. */
  prepared: Prepared | null;
  /** Why the draft cannot be prepared, for example a variable without a value. */
  blocked: string | null;
  /** Its variables without a value. */
  missing: readonly string[];
  /** The variables that would be sent now. */
  used: readonly UsedVariable[];
  /** What was sent last, and its response. An older response is never shown again. */
  last: { request: KnownRequest; exchange: Exchange } | null;
  /** That response, if it is to the current request. */
  exchange: Exchange | null;
}

/** The part of a tab that edits change. */
export type Draft = Pick<Tab, 'request' | 'tests'>;

export interface OpenTabs {
  /** At least one. */
  tabs: readonly Tab[];
  activeId: string;
}

export type SavedAt = Pick<Tab, 'path' | 'seen'>;

const NOWHERE: SavedAt = { path: null, seen: null };

export function tabOf(
  request: KnownRequest,
  {
    path,
    seen,
    tests = NO_TESTS,
    run = null,
    id = crypto.randomUUID(),
  }: SavedAt & Partial<Pick<Tab, 'tests' | 'run' | 'id'>> = NOWHERE,
): Tab {
  return {
    id,
    path,
    seen,
    request,
    tests,
    run,
    undo: nothingDone(),
    isPreview: false,
    prepared: null,
    blocked: null,
    missing: [],
    used: [],
    last: null,
    exchange: null,
  };
}

/** @throws RangeError if the active tab's id is not among the tabs, which is a bug */
export function activeOf({ tabs, activeId }: OpenTabs): Tab {
  const tab = tabs.find(({ id }) => id === activeId);
  if (tab === undefined) throw new RangeError(`tab ${activeId}`);
  return tab;
}

/** Changes one tab. Returns the same object if there is no such tab or it does not change. */
export function withTab<T extends OpenTabs>(open: T, id: string, change: (tab: Tab) => Tab): T {
  const at = open.tabs.findIndex((tab) => tab.id === id);
  const tab = open.tabs[at];
  if (tab === undefined) return open;
  const next = change(tab);
  return next === tab ? open : { ...open, tabs: open.tabs.with(at, next) };
}

/** Makes a tab active. Its next edit starts a new undo step. */
export function shown(open: OpenTabs, id: string): OpenTabs {
  return withTab({ ...open, activeId: id }, id, (tab) => ({
    ...tab,
    undo: settled(tab.undo),
    prepared: tab.exchange?.prepared ?? null,
  }));
}

/** Adds a tab at the end and makes it active. */
export function opened({ tabs }: OpenTabs, tab: Tab): OpenTabs {
  return shown({ tabs: [...tabs, tab], activeId: tab.id }, tab.id);
}

/** A tab that no link takes the place of. */
export function kept(tab: Tab): Tab {
  return tab.isPreview ? { ...tab, isPreview: false } : tab;
}

/** Makes a tab the only preview, in the place of the one that there was, or else at the end, and active. */
export function previewed({ tabs }: Pick<OpenTabs, 'tabs'>, tab: Tab): OpenTabs {
  const next = { ...tab, isPreview: true };
  const at = tabs.findIndex(({ isPreview }) => isPreview);
  return shown({ tabs: at < 0 ? [...tabs, next] : tabs.with(at, next), activeId: tab.id }, tab.id);
}

/** Closes a tab; if it was active, its neighbour becomes active. @param instead creates a tab if none is left */
export function closed(open: OpenTabs, id: string, instead: () => Tab): OpenTabs {
  const at = open.tabs.findIndex((tab) => tab.id === id);
  const tabs = open.tabs.filter((tab) => tab.id !== id);
  const next = tabs[Math.min(at, tabs.length - 1)];
  if (next === undefined) return opened({ tabs, activeId: '' }, instead());
  return id === open.activeId ? shown({ tabs, activeId: next.id }, next.id) : { ...open, tabs };
}

/**
 * Changes the request of a tab, and so its response. Editing the form discards a raw text that cannot be parsed.
 * @param kind as for {@link recorded}
 * @param at milliseconds
 */
export function edited(tab: Tab, kind: string, change: Partial<KnownRequest>, at: number): Tab {
  const undo = recorded(tab.undo, draftOf(tab), kind, at);
  return withResponse({ ...kept(tab), request: { ...tab.request, raw: null, ...change }, undo });
}

/** Changes the tests of a tab, not its response. @param kind and @param at as for {@link edited} */
export function testsEdited(tab: Tab, kind: string, tests: StepTests, at: number): Tab {
  return { ...kept(tab), tests, undo: recorded(tab.undo, draftOf(tab), kind, at) };
}

/** Returns the same tab if there is no edit to undo. */
export function editUndone(tab: Tab): Tab {
  return afterUndo(tab, undone(tab.undo, draftOf(tab)));
}

/** Returns the same tab if there is no edit to redo. */
export function editRedone(tab: Tab): Tab {
  return afterUndo(tab, redone(tab.undo, draftOf(tab)));
}

function afterUndo(tab: Tab, step: { value: Draft; undo: Undo<Draft> } | null): Tab {
  if (step === null) return tab;
  return withResponse({ ...tab, ...step.value, undo: step.undo });
}

/** A tab with its response, if that is to exactly its request. */
function withResponse(tab: Tab): Tab {
  const { request, last } = tab;
  if (last === null || !sameRequest(request, last.request)) return { ...tab, exchange: null };
  const { exchange } = last;
  return { ...tab, exchange, prepared: exchange.prepared, blocked: null, missing: [] };
}

function draftOf({ request, tests }: Tab): Draft {
  return { request, tests };
}

/** Adds a response to a tab, and shows it unless the request has been changed since. */
export function responded(tab: Tab, asked: KnownRequest, exchange: Exchange): Tab {
  const last = { request: asked, exchange };
  if (!sameRequest(understood(tab.request), asked)) return { ...tab, last, exchange: null };
  return { ...tab, last, exchange, prepared: exchange.prepared, blocked: null, missing: [] };
}

/** The shown response: the last one, if the tab still has its operation. */
export function shownResponse({ request, last }: Tab): Exchange | null {
  return last?.request.operation === request.operation ? last.exchange : null;
}

/** Undo and redo of one value. */
export interface Undo<T> {
  /** Oldest first. */
  past: readonly T[];
  /** The next one to redo first. */
  future: readonly T[];
  /** The last change, if another one can extend it. */
  last: { kind: string; at: number } | null;
}

export const UNDO_STEPS = 200;
/** Milliseconds within which consecutive changes of one kind form one undo step. */
export const ONE_STEP = 700;

export function nothingDone<T>(): Undo<T> {
  return { past: [], future: [], last: null };
}

/**
 * Records a change.
 * @param before the value before the change
 * @param kind the changed field
 * @param at milliseconds, from any clock that only moves forward
 */
export function recorded<T>({ past, last }: Undo<T>, before: T, kind: string, at: number): Undo<T> {
  const extendsLast = last !== null && last.kind === kind && at - last.at < ONE_STEP;
  return {
    past: extendsLast ? past : [...past.slice(-UNDO_STEPS + 1), before],
    future: [],
    last: { kind, at },
  };
}

/** @returns null if there is nothing to undo */
export function undone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const value = past.at(-1);
  if (value === undefined) return null;
  return { value, undo: { past: past.slice(0, -1), future: [present, ...future], last: null } };
}

/** @returns null if there is nothing to redo */
export function redone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const [value, ...rest] = future;
  if (value === undefined) return null;
  return { value, undo: { past: [...past, present], future: rest, last: null } };
}

/** Makes the next change a separate undo step. */
export function settled<T>(undo: Undo<T>): Undo<T> {
  return undo.last === null ? undo : { ...undo, last: null };
}

/** Whether two tabs have the values of the same result, or both those of the window. */
export function sameRun(one: Tab['run'], other: Tab['run']): boolean {
  return one?.id === other?.id && one?.number === other?.number;
}

/** Distinguishes tabs of one name by their run, folder or amount, or by number; never by an id. @returns hints by tab id */
export function hintsOf(tabs: readonly Tab[], nameOf: (tab: Tab) => string): ReadonlyMap<string, string> {
  const alike = Map.groupBy(tabs, nameOf);
  return new Map(
    [...alike.values()].flatMap((group) => {
      if (group.length < 2) return [];
      const same = Map.groupBy(group, about);
      return group.map((tab): [string, string] => {
        const text = about(tab);
        const others = same.get(text) ?? [];
        const number = others.length < 2 ? [] : [`#${others.indexOf(tab) + 1}`];
        return [tab.id, [...number, ...(text === '' ? [] : [text])].join(' · ')];
      });
    }),
  );
}

function about({ path, request, run }: Tab): string {
  if (run !== null) return run.row ?? run.title;
  if (path !== null) return aboveOf(path);
  const amount = /"amount"\s*:\s*"([^"{}]{1,20})"/.exec(request.body)?.[1];
  const currency = /"currency"\s*:\s*"([A-Z]{3})"/.exec(request.body)?.[1];
  if (amount === undefined) return '';
  return currency === undefined ? amount : amountText({ amount, currency });
}
