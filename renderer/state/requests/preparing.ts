/** Asks the core after every edit what will be sent and signed. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { understood } from '../../../shared/requests/compose.ts';
import { host, messageOf } from '../../host.ts';
import { activeTab, changeTab, useRequests } from './store.ts';
import type { Tab } from './tabs.ts';

/**
 * Prepares the active request. If its raw text cannot be parsed, the last parsed version remains. After sending, what was sent
 * stays; the variables are those that the next request would have.
 */
export async function prepare(): Promise<void> {
  const { id, request, path } = activeTab();
  // A slower result for an older draft must overwrite neither a newer one nor what was actually sent.
  const isCurrent = (tab: Tab) => tab.id === id && tab.request === request;
  try {
    const { used, ...prepared } = await host.call('requests.prepare', { ...understood(request), path });
    if (isCurrent(activeTab()) && activeTab().exchange === null) useRequests.setState({ problem: null });
    changeTab(id, (tab) => {
      if (!isCurrent(tab)) return tab;
      return {
        ...tab,
        blocked: null,
        missing: [],
        used,
        prepared: tab.exchange === null ? prepared : tab.prepared,
      };
    });
  } catch (error) {
    // What was sent could be prepared.
    if (!isCurrent(activeTab()) || activeTab().exchange !== null) return;
    const problem = messageOf(error);
    useRequests.setState({ problem });
    // Other failures may be over when the request is sent. This one is in the draft, or in its variables.
    const isInDraft = error instanceof HostError && error.kind === 'bad-input';
    const missing = isInDraft ? error.missing : [];
    changeTab(id, (tab) => ({ ...tab, blocked: isInDraft ? problem : null, missing }));
  }
}
