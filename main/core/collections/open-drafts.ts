/**
 * The open tabs of every window, stored as one list. Windows do not know of each other's tabs, and two of them may have restored
 * the same ones, so a save changes only what its own window knew: whatever else is stored stays.
 */
import { randomUUID } from 'node:crypto';
import type { Drafts } from '../../../shared/collection/drafts.ts';
import { sorted } from '../../../shared/collection/files.ts';
import { testsOf } from '../../../shared/collection/step-tests.ts';
import { isKnown } from '../../../shared/request/request.ts';
import { fingerprintOf } from './fingerprint.ts';

type DraftTab = Drafts['tabs'][number];

/** Windows that are remembered. One that is forgotten loses nothing: its tabs are then kept beside those stored. */
const MOST_WINDOWS = 100;

export class OpenDrafts {
  private readonly store: { read: () => Drafts; write: (drafts: Drafts) => void };
  private stored: Drafts | null = null;
  /** For each window, the state in which it last read or stored each tab, by the tab's id. */
  private readonly known = new Map<string, ReadonlyMap<string, string>>();

  constructor(store: { read: () => Drafts; write: (drafts: Drafts) => void }) {
    this.store = store;
  }

  /** Every stored tab. @param window the window that will show them @throws HostError if they are damaged */
  read(window: string): Drafts {
    const drafts = this.now();
    // A window shows no request of another version's catalogue, so it closes none.
    this.remember(
      window,
      drafts.tabs.filter(({ request }) => isKnown(request)),
    );
    return drafts;
  }

  /**
   * Stores the tabs of one window.
   * - A tab that another window has changed since, and this one has not, keeps the change.
   * - If both have changed it, both versions are kept, and this window's gets a new id.
   * - A tab that this window no longer has is deleted, unless another window has changed it since.
   * @returns the new ids, by the old ones
   */
  save(window: string, { tabs, active }: Drafts): Record<string, string> {
    const known = this.known.get(window) ?? new Map<string, string>();
    const before = this.now().tabs;
    const there = new Map(before.map((tab) => [tab.id, tab]));
    const renamed: Record<string, string> = {};
    const next: DraftTab[] = [];
    const own = new Set(tabs.map(({ id }) => id));
    const kept = before.filter((tab) => !own.has(tab.id) && known.get(tab.id) !== markOf(tab));
    for (const tab of tabs) {
      const stored = there.get(tab.id);
      const [mine, base] = [markOf(tab), known.get(tab.id)];
      const theirs = stored === undefined ? null : markOf(stored);
      if (stored === undefined || theirs === base || theirs === mine) next.push(tab);
      else if (mine === base) next.push(stored);
      else {
        renamed[tab.id] = randomUUID();
        next.push({ ...tab, id: renamed[tab.id] ?? tab.id });
        kept.push(stored);
      }
    }
    this.store.write((this.stored = { tabs: [...next, ...kept], active: renamed[active] ?? active }));
    this.remember(
      window,
      tabs.map((tab) => ({ ...tab, id: renamed[tab.id] ?? tab.id })),
    );
    return renamed;
  }

  /** Read once: nothing else writes them. */
  private now(): Drafts {
    return (this.stored ??= this.store.read());
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

/** The same for tabs that say the same, in whatever order. */
function markOf({ path, seen, answerId, request, tests }: DraftTab): string {
  const { operation, params, query, headers, body, fault, line, raw } = request;
  const values = [params, query, headers].map((record) => Object.entries(sorted(record)));
  const rest = [body, fault, line, raw, testsOf(tests)];
  return fingerprintOf(JSON.stringify([path, seen, answerId, operation, values, rest]));
}
