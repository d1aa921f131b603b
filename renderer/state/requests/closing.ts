/** Closing tabs, and bringing them back. */
import { isUntouched } from '../../../shared/requests/compose.ts';
import { activate, show } from './opening.ts';
import { firstTab, useRequests } from './store.ts';
import { closed, opened, type OpenTabs, type Tab } from './tabs.ts';

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
