/** The open tabs and what happens to them. Pure: the store keeps the result, and asks the core. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Prepared } from '../../../shared/request/prepared.ts';
import { sameRequest, understood } from '../../../shared/request/compose.ts';
import type { KnownRequest } from '../../../shared/request/request.ts';
import { nothingDone, recorded, redone, settled, type Undo, undone } from './undo.ts';

export interface Tab {
  id: string;
  /** Where the request is saved, or null. */
  path: string | null;
  request: KnownRequest;
  undo: Undo<KnownRequest>;
  /** What was prepared of it last: after sending, what was sent. Null until then. */
  prepared: Prepared | null;
  /** What came back of the request as it stands, or null. */
  exchange: Exchange | null;
}

export interface OpenTabs {
  /** In their order; there is always one. */
  tabs: readonly Tab[];
  activeId: string;
}

/** A tab that nobody has changed yet. */
export function tabOf(
  request: KnownRequest,
  path: string | null = null,
  id: string = crypto.randomUUID(),
): Tab {
  return { id, path, request, undo: nothingDone(), prepared: null, exchange: null };
}

/** @throws RangeError where the id of the active tab is not among the tabs, which is a mistake of this program */
export function activeOf({ tabs, activeId }: OpenTabs): Tab {
  const tab = tabs.find(({ id }) => id === activeId);
  if (tab === undefined) throw new RangeError(`tab ${activeId}`);
  return tab;
}

/** The same tabs with one of them changed; where there is no such tab, or it stays as it is, the very same. */
export function withTab<T extends OpenTabs>(open: T, id: string, change: (tab: Tab) => Tab): T {
  const at = open.tabs.findIndex((tab) => tab.id === id);
  const tab = open.tabs[at];
  if (tab === undefined) return open;
  const next = change(tab);
  return next === tab ? open : { ...open, tabs: open.tabs.with(at, next) };
}

/** Makes a tab the active one; an edit that continues one from before would be a step that nobody expects. */
export function shown(open: OpenTabs, id: string): OpenTabs {
  return withTab({ ...open, activeId: id }, id, (tab) => ({
    ...tab,
    undo: settled(tab.undo),
    prepared: tab.exchange?.prepared ?? null,
  }));
}

/** Adds a tab at the end and makes it the active one. */
export function opened({ tabs }: OpenTabs, tab: Tab): OpenTabs {
  return shown({ tabs: [...tabs, tab], activeId: tab.id }, tab.id);
}

/** Closes a tab; where it was the active one, the next takes its place. @param instead opened where it was the last one */
export function closed(open: OpenTabs, id: string, instead: () => Tab): OpenTabs {
  const at = open.tabs.findIndex((tab) => tab.id === id);
  const tabs = open.tabs.filter((tab) => tab.id !== id);
  const next = tabs[Math.min(at, tabs.length - 1)];
  if (next === undefined) return opened({ tabs, activeId: '' }, instead());
  return id === open.activeId ? shown({ tabs, activeId: next.id }, next.id) : { ...open, tabs };
}

/**
 * Changes the request of a tab. It parts from its answer, and a form that is changed takes the place of a raw text that
 * is not understood.
 * @param kind what is changed, as for {@link recorded}
 * @param at milliseconds
 */
export function edited(tab: Tab, kind: string, change: Partial<KnownRequest>, at: number): Tab {
  return {
    ...tab,
    request: { ...tab.request, raw: null, ...change },
    undo: recorded(tab.undo, tab.request, kind, at),
    exchange: null,
  };
}

/** Takes the last edit of a tab back; the tab as it is where there is none. */
export function editUndone(tab: Tab): Tab {
  const step = undone(tab.undo, tab.request);
  return step === null ? tab : { ...tab, request: step.value, undo: step.undo, exchange: null };
}

/** Takes the last undo of a tab back; the tab as it is where there is none. */
export function editRedone(tab: Tab): Tab {
  const step = redone(tab.undo, tab.request);
  return step === null ? tab : { ...tab, request: step.value, undo: step.undo, exchange: null };
}

/** The tab with the answer to a request, unless it has been changed since that was sent. */
export function answered(tab: Tab, asked: KnownRequest, exchange: Exchange): Tab {
  if (!sameRequest(understood(tab.request), asked)) return tab;
  return { ...tab, exchange, prepared: exchange.prepared };
}
