/** Drafts: the core stores the open tabs at each change, and restores them at the next start. */
import type { Drafts } from '../../../shared/collections/drafts.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { host, messageOf } from '../../host.ts';
import { useFrame } from '../frame.ts';
import { OWN_WINDOW, THIS_WINDOW } from '../own-window.ts';
import { useToasts } from '../toasts.ts';
import { activate, show } from './opening.ts';
import { changeTab, useRequests } from './store.ts';
import { responded, type OpenTabs, shown, type Tab, tabOf } from './tabs.ts';

const t = texts.requests.drafts;

/** Another browser window may have the same tabs open: the core merges the changes. */
const WINDOW = { window: THIS_WINDOW, own: OWN_WINDOW !== null };

/** Restores the tabs of the last session. @throws HostError if they cannot be read: then they must not be overwritten */
export async function restore(): Promise<void> {
  const { tabs: kept, active } = await host.call('drafts.read', WINDOW);
  const tabs = kept.flatMap(shownTab);
  const [first] = tabs;
  if (first === undefined) return;
  const state = useRequests.getState();
  // What the user has already started stays active.
  if (hasBegun(state)) useRequests.setState({ tabs: [...tabs, ...state.tabs] });
  else show(shown({ tabs, activeId: first.id }, tabs.some(({ id }) => id === active) ? active : first.id));
  await Promise.all(kept.map(({ id, answerId }) => restoreExchange(id, answerId, tabs)));
}

/** Adds the tabs of another window that was closed. */
export async function takeOver(): Promise<void> {
  const { tabs: kept } = await host.call('drafts.read', WINDOW);
  const { tabs: present } = useRequests.getState();
  const added = kept.flatMap(shownTab).filter(({ id }) => !present.some((tab) => tab.id === id));
  const [front] = added;
  if (front === undefined) return;
  useRequests.setState(({ tabs }) => ({ tabs: [...tabs, ...added] }));
  useToasts.getState().tell({
    tone: 'ok',
    text: t.takenOver(added.length),
    place: 'requests',
    show: () => {
      activate(front.id);
      useFrame.getState().go('requests');
    },
  });
  await Promise.all(kept.map(({ id, answerId }) => restoreExchange(id, answerId, added)));
}

/** No tab for an operation from another version's catalogue. The core keeps its draft. */
function shownTab(draft: Drafts['tabs'][number]): Tab[] {
  const { id, path, seen, request, tests, run = null, isPreview = false } = draft;
  return isKnown(request) ? [{ ...tabOf(request, { path, seen, tests, run, id }), isPreview }] : [];
}

function hasBegun({ tabs }: OpenTabs): boolean {
  return tabs.length > 1 || tabs.some(({ undo }) => undo.past.length > 0);
}

/** Restores the response of a tab, unless the tab has been changed or sent since. */
async function restoreExchange(id: string, answerId: string | null, restored: readonly Tab[]): Promise<void> {
  if (answerId === null) return;
  const exchange = await host.call('history.read', { id: answerId }).catch(() => null);
  if (exchange === null) return;
  const request = restored.find((tab) => tab.id === id)?.request;
  changeTab(id, (tab) =>
    tab.request === request && tab.exchange === null ? responded(tab, tab.request, exchange) : tab,
  );
}

/** Stores each change at once, or as soon as the earlier one has been stored. */
export function storeDrafts(): void {
  let last = '';
  let saving = false;
  const save = async () => {
    if (saving) return;
    saving = true;
    for (let next = draftsNow(); next.text !== last; next = draftsNow()) {
      last = next.text;
      try {
        const { renamed } = await host.call('drafts.save', { ...WINDOW, ...next.drafts });
        rename(renamed);
        if (useRequests.getState().storageProblem !== null) useRequests.setState({ storageProblem: null });
      } catch (error) {
        // The next change tries again.
        last = '';
        useRequests.setState({ storageProblem: t.notKept(messageOf(error)) });
        break;
      }
    }
    saving = false;
  };
  useRequests.subscribe(() => void save());
  // The page is closing, so there is no time to wait for the previous save.
  window.addEventListener('pagehide', () => {
    const next = draftsNow();
    if (next.text !== last)
      void host.call('drafts.save', { ...WINDOW, ...next.drafts }).catch(() => undefined);
  });
}

/** Gives tabs new ids: another window has changed the tabs with the old ones. */
function rename(renamed: Readonly<Record<string, string>>): void {
  if (Object.keys(renamed).length === 0) return;
  const { tabs, activeId } = useRequests.getState();
  useRequests.setState({
    tabs: tabs.map((tab) => ({ ...tab, id: ownValue(renamed, tab.id) ?? tab.id })),
    activeId: ownValue(renamed, activeId) ?? activeId,
  });
}

function draftsNow(): { drafts: Drafts; text: string } {
  const { tabs, activeId } = useRequests.getState();
  const drafts = {
    tabs: tabs.map(({ id, path, seen, request, tests, run, isPreview, exchange }) => ({
      id,
      path,
      seen,
      request,
      tests,
      run,
      isPreview,
      answerId: exchange?.id ?? null,
    })),
    active: activeId,
  };
  return { drafts, text: JSON.stringify(drafts) };
}
