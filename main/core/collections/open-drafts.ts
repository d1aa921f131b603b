/**
 * The open tabs of all windows, stored as one list. On the desktop each window has its own tabs; in a browser, all share them. Two
 * windows may have restored the same tabs, so a save merges: it changes only the tabs that its window knew.
 */
import { randomUUID } from 'node:crypto';
import type { Drafts, KeptDrafts, WindowOfDrafts } from '../../../shared/collections/drafts.ts';
import { sorted } from '../../../shared/collections/files.ts';
import { NO_TESTS, sameTests, testsOf } from '../../../shared/collections/step-tests.ts';
import { isUntouched } from '../../../shared/requests/compose.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { fingerprintOf } from './names.ts';
import { ownValue } from '../../../shared/own-value.ts';

type DraftTab = Drafts['tabs'][number];
type KeptTab = KeptDrafts['tabs'][number];

/** Windows. The tabs of a dropped one are then stored beside the others. */
const MOST_WINDOWS = 100;

export class OpenDrafts {
  private readonly store: { read: () => KeptDrafts; write: (drafts: KeptDrafts) => void };
  private stored: KeptDrafts | null = null;
  /** For each window, the state in which it last read or stored each tab, by the tab's id. */
  private readonly known = new Map<string, ReadonlyMap<string, string>>();

  constructor(store: { read: () => KeptDrafts; write: (drafts: KeptDrafts) => void }) {
    this.store = store;
  }

  /** The tabs of all windows. @throws HostError if they are damaged */
  everything(): Drafts {
    const { tabs, active } = this.now();
    return { tabs: tabs.map(plain), active };
  }

  /** The stored tabs of a window. @throws HostError if they are damaged */
  read({ window, own = false }: WindowOfDrafts): Drafts {
    const { tabs, active, windows } = this.now();
    const shown = tabs.filter((tab) => !own || tab.window === window).map(plain);
    // A window hides requests of another version's catalogue, and must not delete them.
    this.remember(
      window,
      shown.filter(({ request }) => isKnown(request)),
    );
    return { tabs: shown, active: own ? (ownValue(windows, window) ?? '') : active };
  }

  /**
   * Stores the tabs of one window.
   * - A tab that another window has changed since, and this one has not, keeps the change.
   * - If both have changed it, both versions are kept, and this window's gets a new id.
   * - A tab that this window no longer has is deleted, unless another window has changed it since.
   * @returns the new ids, by the old ones
   */
  save({ window, own = false }: WindowOfDrafts, { tabs, active }: Drafts): Record<string, string> {
    const known = this.known.get(window) ?? new Map<string, string>();
    const { tabs: before, windows } = this.now();
    const there = new Map(before.map((tab) => [tab.id, tab]));
    const renamed: Record<string, string> = {};
    const next: KeptTab[] = [];
    const sent = new Set(tabs.map(({ id }) => id));
    const kept = before.filter((tab) => !sent.has(tab.id) && known.get(tab.id) !== markOf(tab));
    for (const tab of tabs) {
      const stored = there.get(tab.id);
      const [mine, base] = [markOf(tab), known.get(tab.id)];
      const theirs = stored === undefined ? null : markOf(stored);
      // A tab that another window has taken over stays there.
      const whose = stored === undefined ? (own ? window : null) : stored.window;
      if (stored === undefined || theirs === base || theirs === mine) next.push({ ...tab, window: whose });
      else if (mine === base) next.push(stored);
      else {
        renamed[tab.id] = randomUUID();
        next.push({ ...tab, id: ownValue(renamed, tab.id) ?? tab.id, window: whose });
        kept.push(stored);
      }
    }
    const shown = ownValue(renamed, active) ?? active;
    this.write({
      tabs: [...next, ...kept],
      active: shown,
      windows: own ? { ...windows, [window]: shown } : windows,
    });
    this.remember(
      window,
      tabs.map((tab) => ({ ...tab, id: ownValue(renamed, tab.id) ?? tab.id })),
    );
    return renamed;
  }

  /**
   * The ids of the windows to open: those with tabs, but at least one. Tabs without a window go to the first.
   */
  windows(): string[] {
    const drafts = this.readable();
    if (drafts === null) return [randomUUID()];
    const found = new Set(drafts.tabs.flatMap(({ window }) => window ?? []));
    const [first = randomUUID()] = found;
    if (drafts.tabs.some(({ window }) => window === null)) {
      const tabs = drafts.tabs.map((tab) => ({ ...tab, window: tab.window ?? first }));
      this.write({ ...drafts, tabs, windows: { [first]: drafts.active, ...drafts.windows } });
    }
    return [first, ...[...found].slice(1)];
  }

  /**
   * Moves the tabs of a closed window to another one, without unused ones.
   * @returns whether there were any
   */
  handOver(from: string, to: string): boolean {
    const drafts = this.readable();
    if (drafts === null) return false;
    const { tabs, active, windows } = drafts;
    const isWork = (tab: KeptTab) => tab.window !== from || !isEmpty(tab);
    const isTheirs = ({ window }: KeptTab) => window === from;
    const left = tabs.filter(isWork);
    const { [from]: _, ...others } = windows;
    this.write({
      tabs: left.map((tab) => (isTheirs(tab) ? { ...tab, window: to } : tab)),
      active,
      windows: others,
    });
    return left.some(isTheirs);
  }

  /** Read once: nothing else writes them. */
  private now(): KeptDrafts {
    return (this.stored ??= this.store.read());
  }

  /** Null if they are damaged: then no window shows or changes any. */
  private readable(): KeptDrafts | null {
    try {
      return this.now();
    } catch {
      return null;
    }
  }

  /** Drops the active tabs of windows without tabs. */
  private write({ tabs, active, windows }: KeptDrafts): void {
    const having = new Set(tabs.map(({ window }) => window));
    const left = Object.entries(windows).filter(([window]) => having.has(window));
    this.store.write((this.stored = { tabs, active, windows: Object.fromEntries(left) }));
  }

  private remember(window: string, tabs: readonly DraftTab[]): void {
    this.known.delete(window);
    this.known.set(window, new Map(tabs.map((tab) => [tab.id, markOf(tab)])));
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_WINDOWS) break;
      this.known.delete(oldest);
    }
  }
}

function plain(kept: KeptTab): DraftTab {
  const { window: _, ...tab } = kept;
  return tab;
}

/** Whether the user has changed nothing in a tab. */
function isEmpty({ path, answerId, request, tests }: DraftTab): boolean {
  return (
    path === null &&
    answerId === null &&
    sameTests(testsOf(tests), NO_TESTS) &&
    isKnown(request) &&
    isUntouched(request)
  );
}

/** A fingerprint of a tab's content, independent of the order of fields. */
function markOf({ path, seen, answerId, request, tests, run }: DraftTab): string {
  const { operation, params, query, headers, body, fault, line, raw } = request;
  const values = [params, query, headers].map((record) => Object.entries(sorted(record)));
  const rest = [body, fault, line, raw, testsOf(tests), run?.id, run?.number];
  return fingerprintOf(JSON.stringify([path, seen, answerId, operation, values, rest]));
}
