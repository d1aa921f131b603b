/** Operations on the open tabs. Pure: the store keeps the result, and calls the core. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { UsedVariable } from '../../../shared/collections/result.ts';
import { NO_TESTS, type StepTests } from '../../../shared/collections/step-tests.ts';
import type { Prepared } from '../../../shared/requests/prepared.ts';
import { sameRequest, understood } from '../../../shared/requests/compose.ts';
import type { KnownRequest } from '../../../shared/requests/request.ts';

export interface Tab {
  id: string;
  /** Where the request is saved, or null. */
  path: string | null;
  /** Fingerprint of that file when it was opened or saved; null if it is not known. */
  seen: string | null;
  request: KnownRequest;
  /** What the step expects and keeps, saved with the request. */
  tests: StepTests;
  undo: Undo<Draft>;
  /** The last prepared version; after sending, what was sent. Null until then. */
  prepared: Prepared | null;
  /** Why the draft cannot be prepared as it is, for example a variable without a value; null if it can. */
  blocked: string | null;
  /** The variables without a value, if that is why. */
  missing: readonly string[];
  /** The variables of the request as it would be sent now, with where each comes from. */
  used: readonly UsedVariable[];
  /** What the tab has sent, the newest last; at most {@link MOST_ANSWERS}. */
  answers: readonly Answer[];
  /** The response to the request in its current form, or null. */
  exchange: Exchange | null;
}

/** A request as it was sent, and its response. */
export interface Answer {
  request: KnownRequest;
  exchange: Exchange;
}

/** Undo goes further back than this, but then there is no response to show. */
const MOST_ANSWERS = 10;

/** What an edit changes, and undo gives back. */
export type Draft = Pick<Tab, 'request' | 'tests'>;

export interface OpenTabs {
  /** In order; there is always at least one. */
  tabs: readonly Tab[];
  activeId: string;
}

/** Where a request is saved, and the fingerprint of the file. */
export type SavedAt = Pick<Tab, 'path' | 'seen'>;

const NOWHERE: SavedAt = { path: null, seen: null };

/** A new, unchanged tab. */
export function tabOf(
  request: KnownRequest,
  {
    path,
    seen,
    tests = NO_TESTS,
    id = crypto.randomUUID(),
  }: SavedAt & Partial<Pick<Tab, 'tests' | 'id'>> = NOWHERE,
): Tab {
  return {
    id,
    path,
    seen,
    request,
    tests,
    undo: nothingDone(),
    prepared: null,
    blocked: null,
    missing: [],
    used: [],
    answers: [],
    exchange: null,
  };
}

/** @throws RangeError if the active tab's id is not among the tabs, which is a bug */
export function activeOf({ tabs, activeId }: OpenTabs): Tab {
  const tab = tabs.find(({ id }) => id === activeId);
  if (tab === undefined) throw new RangeError(`tab ${activeId}`);
  return tab;
}

/** The same tabs with one of them changed. Returns the same object if there is no such tab or it does not change. */
export function withTab<T extends OpenTabs>(open: T, id: string, change: (tab: Tab) => Tab): T {
  const at = open.tabs.findIndex((tab) => tab.id === id);
  const tab = open.tabs[at];
  if (tab === undefined) return open;
  const next = change(tab);
  return next === tab ? open : { ...open, tabs: open.tabs.with(at, next) };
}

/** Makes a tab active. The next edit starts a new undo step, because continuing an earlier one would surprise the user. */
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

/** Closes a tab. If it was active, its neighbour becomes active. @param instead creates a tab if the last one was closed */
export function closed(open: OpenTabs, id: string, instead: () => Tab): OpenTabs {
  const at = open.tabs.findIndex((tab) => tab.id === id);
  const tabs = open.tabs.filter((tab) => tab.id !== id);
  const next = tabs[Math.min(at, tabs.length - 1)];
  if (next === undefined) return opened({ tabs, activeId: '' }, instead());
  return id === open.activeId ? shown({ tabs, activeId: next.id }, next.id) : { ...open, tabs };
}

/**
 * Changes the request of a tab. Its response no longer applies, unless the request is again what was sent. Editing the form
 * replaces a raw text that cannot be parsed.
 * @param kind what is changed, as for {@link recorded}
 * @param at milliseconds
 */
export function edited(tab: Tab, kind: string, change: Partial<KnownRequest>, at: number): Tab {
  const undo = recorded(tab.undo, draftOf(tab), kind, at);
  return withItsAnswer({ ...tab, request: { ...tab.request, raw: null, ...change }, undo });
}

/** Changes what a step expects and keeps. Its response stays: it shows what holds. @param kind and @param at as for {@link edited} */
export function testsEdited(tab: Tab, kind: string, tests: StepTests, at: number): Tab {
  return { ...tab, tests, undo: recorded(tab.undo, draftOf(tab), kind, at) };
}

/** Undoes the last edit of a tab. Returns the same tab if there is none. */
export function editUndone(tab: Tab): Tab {
  return gone(tab, undone(tab.undo, draftOf(tab)));
}

/** Redoes the last undone edit of a tab. Returns the same tab if there is none. */
export function editRedone(tab: Tab): Tab {
  return gone(tab, redone(tab.undo, draftOf(tab)));
}

/** A tab after a step of undo, which brings back the response of that request. */
function gone(tab: Tab, step: { value: Draft; undo: Undo<Draft> } | null): Tab {
  if (step === null) return tab;
  return withItsAnswer({ ...tab, ...step.value, undo: step.undo });
}

/** A tab after its request has changed: with the latest response to exactly this request, if there is one. */
function withItsAnswer(tab: Tab): Tab {
  const { request, answers } = tab;
  const exchange = answers.findLast((answer) => sameRequest(request, answer.request))?.exchange ?? null;
  if (exchange === null) return { ...tab, exchange };
  return { ...tab, exchange, prepared: exchange.prepared, blocked: null, missing: [] };
}

function draftOf({ request, tests }: Tab): Draft {
  return { request, tests };
}

/** The tab with the response to a request. It is the current one, unless the request has been changed since it was sent. */
export function answered(tab: Tab, asked: KnownRequest, exchange: Exchange): Tab {
  const answers = [...tab.answers.slice(1 - MOST_ANSWERS), { request: asked, exchange }];
  if (!sameRequest(understood(tab.request), asked)) return { ...tab, answers };
  return { ...tab, answers, exchange, prepared: exchange.prepared, blocked: null, missing: [] };
}

/** The response that is shown: to the request as it is, or to an earlier version of it. Null if the operation is another one. */
export function shownAnswer({ request, answers, exchange }: Tab): Exchange | null {
  const last = answers.at(-1);
  if (exchange !== null || last === undefined) return exchange;
  return last.request.operation === request.operation ? last.exchange : null;
}

/** Undo and redo of one value. Pure: the caller passes the time of a change. */

export interface Undo<T> {
  /** Earlier values, oldest first. */
  past: readonly T[];
  /** Undone values, the next one to redo first. */
  future: readonly T[];
  /** The last change, which a change of the same kind soon afterwards extends; null after anything else. */
  last: { kind: string; at: number } | null;
}

/** Maximum number of steps that can be undone. */
export const UNDO_STEPS = 200;
/** Milliseconds within which consecutive changes of one kind form one step. */
export const ONE_STEP = 700;

/** The undo state of an unchanged value. */
export function nothingDone<T>(): Undo<T> {
  return { past: [], future: [], last: null };
}

/**
 * Records a change. Steps that were undone before can no longer be redone.
 * @param before the value before the change
 * @param kind what is changed; continued typing in one field is one step
 * @param at milliseconds, from any clock that only moves forward
 */
export function recorded<T>({ past, last }: Undo<T>, before: T, kind: string, at: number): Undo<T> {
  const goesOn = last !== null && last.kind === kind && at - last.at < ONE_STEP;
  return {
    past: goesOn ? past : [...past.slice(-UNDO_STEPS + 1), before],
    future: [],
    last: { kind, at },
  };
}

/** Undoes the last step. @returns null if there is none */
export function undone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const value = past.at(-1);
  if (value === undefined) return null;
  return { value, undo: { past: past.slice(0, -1), future: [present, ...future], last: null } };
}

/** Redoes the last undone step. @returns null if there is none */
export function redone<T>({ past, future }: Undo<T>, present: T): { value: T; undo: Undo<T> } | null {
  const [value, ...rest] = future;
  if (value === undefined) return null;
  return { value, undo: { past: [...past, present], future: rest, last: null } };
}

/** Makes the next change a separate step, whatever its kind. */
export function settled<T>(undo: Undo<T>): Undo<T> {
  return undo.last === null ? undo : { ...undo, last: null };
}
