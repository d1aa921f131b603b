/** The open requests survive a restart: each change is stored by the core and restored at the next start. */
import type { Drafts } from '../../../shared/collections/drafts.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useFrame } from '../frame.ts';
import { OWN_WINDOW, THIS_WINDOW } from '../own-window.ts';
import { useToasts } from '../toasts.ts';
import { activate, show } from './opening.ts';
import { changeTab, useRequests } from './store.ts';
import { answered, type OpenTabs, shown, type Tab, tabOf } from './tabs.ts';
import { ownValue } from '../../../shared/own-value.ts';

const t = texts.requests.drafts;

/** Another window of a browser may have the same tabs open: the core keeps the changes of both. */
const WINDOW = { window: THIS_WINDOW, own: OWN_WINDOW !== null };

/** Restores the tabs of the last session. @throws HostError if they cannot be read; they must not be overwritten then */
export async function restore(): Promise<void> {
  const { tabs: kept, active } = await host.call('drafts.read', WINDOW);
  const tabs = kept.flatMap(shownTab);
  const [first] = tabs;
  if (first === undefined) return;
  const state = useRequests.getState();
  // If the user has already started something, that stays active, and the restored tabs are added.
  if (hasBegun(state)) useRequests.setState({ tabs: [...tabs, ...state.tabs] });
  else show(shown({ tabs, activeId: first.id }, tabs.some(({ id }) => id === active) ? active : first.id));
  await Promise.all(kept.map(({ id, answerId }) => restoreExchange(id, answerId, tabs)));
}

/** Shows the tabs that another window had when it was closed, after those of this one. */
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

/** No tab for an operation from another version's catalogue, which has no form to show it in. The core keeps it. */
function shownTab({ id, path, seen, request, tests }: Drafts['tabs'][number]): Tab[] {
  return isKnown(request) ? [tabOf(request, { path, seen, tests, id })] : [];
}

function hasBegun({ tabs }: OpenTabs): boolean {
  return tabs.length > 1 || tabs.some(({ undo }) => undo.past.length > 0);
}

/** Restores the response of a tab if the history still has it and the tab has not been changed or sent since. */
async function restoreExchange(id: string, answerId: string | null, restored: readonly Tab[]): Promise<void> {
  if (answerId === null) return;
  const exchange = await host.call('history.read', { id: answerId }).catch(() => null);
  if (exchange === null) return;
  const request = restored.find((tab) => tab.id === id)?.request;
  changeTab(id, (tab) =>
    tab.request === request && tab.exchange === null ? answered(tab, tab.request, exchange) : tab,
  );
}

/** Stores the tabs as they are edited: each change at once, or as soon as the earlier one has been stored. */
export function keepDrafts(): () => void {
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
        if (useRequests.getState().notKept !== null) useRequests.setState({ notKept: null });
      } catch (error) {
        // The disk is full or the core does not respond: the user must know. The next change tries again.
        last = '';
        useRequests.setState({ notKept: t.notKept(messageOf(error)) });
        break;
      }
    }
    saving = false;
  };
  // The page is closing, so there is no time to wait for the previous save.
  const leave = () => {
    const next = draftsNow();
    if (next.text !== last)
      void host.call('drafts.save', { ...WINDOW, ...next.drafts }).catch(() => undefined);
  };
  window.addEventListener('pagehide', leave);
  const stop = useRequests.subscribe(() => void save());
  return () => {
    window.removeEventListener('pagehide', leave);
    stop();
  };
}

/** Gives tabs new ids: the old ones belong to what another window has made of the same tabs. */
function rename(renamed: Readonly<Record<string, string>>): void {
  if (Object.keys(renamed).length === 0) return;
  const { tabs, activeId } = useRequests.getState();
  useRequests.setState({
    tabs: tabs.map((tab) => ({ ...tab, id: ownValue(renamed, tab.id) ?? tab.id })),
    activeId: ownValue(renamed, activeId) ?? activeId,
  });
}

/** All tabs as they are stored, and the same as text for comparison. */
function draftsNow(): { drafts: Drafts; text: string } {
  const { tabs, activeId } = useRequests.getState();
  const drafts = {
    tabs: tabs.map(({ id, path, seen, request, tests, exchange }) => ({
      id,
      path,
      seen,
      request,
      tests,
      answerId: exchange?.id ?? null,
    })),
    active: activeId,
  };
  return { drafts, text: JSON.stringify(drafts) };
}
