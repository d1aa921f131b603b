/** Asks the core after every edit what will be sent and signed. */
import { understood } from '../../../shared/request/compose.ts';
import { host, messageOf } from '../../host.ts';
import { activeTab, changeTab, useRequests } from './store.ts';
import type { Tab } from './tabs.ts';

/** Prepares the active request. If its raw text cannot be parsed, the last parsed version remains. */
export async function prepare(): Promise<void> {
  const { id, request } = activeTab();
  // A slower result for an older draft must overwrite neither a newer one nor what was actually sent.
  const isCurrent = (tab: Tab) => tab.id === id && tab.request === request && tab.exchange === null;
  try {
    const prepared = await host.call('requests.prepare', understood(request));
    if (isCurrent(activeTab())) useRequests.setState({ problem: null });
    changeTab(id, (tab) => (isCurrent(tab) ? { ...tab, prepared } : tab));
  } catch (error) {
    if (isCurrent(activeTab())) useRequests.setState({ problem: messageOf(error) });
  }
}
