/** What will be sent and signed, asked of the core after every edit. */
import { understood } from '../../../shared/request/compose.ts';
import { host, messageOf } from '../../host.ts';
import { activeTab, changeTab, useRequests } from './store.ts';
import type { Tab } from './tabs.ts';

/** Prepares the active request. A raw text that is not understood leaves what was understood last. */
export async function prepare(): Promise<void> {
  const { id, request } = activeTab();
  // A slower answer to an older draft must not overwrite a newer one, nor what was really sent.
  const isCurrent = (tab: Tab) => tab.id === id && tab.request === request && tab.exchange === null;
  try {
    const prepared = await host.call('requests.prepare', understood(request));
    if (isCurrent(activeTab())) useRequests.setState({ problem: null });
    changeTab(id, (tab) => (isCurrent(tab) ? { ...tab, prepared } : tab));
  } catch (error) {
    if (isCurrent(activeTab())) useRequests.setState({ problem: messageOf(error) });
  }
}
