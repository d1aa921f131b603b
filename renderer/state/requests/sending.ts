/** Sends the active request and handles its response. */
import { missingParameters } from '../../../shared/requests/compose.ts';
import { linkedRequest } from '../../../shared/requests/http.ts';
import type { Method } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useStatus } from '../status.ts';
import { useVault } from '../vault.ts';
import { enterRequest } from './navigation.ts';
import { prepare } from './editing.ts';
import { keepOpen, openLinked } from './opening.ts';
import { activeTab, useRequests } from './store.ts';
import { responded, withTab } from './tabs.ts';

/** Sends the active request, one at a time, and keeps its tab open. If a parameter is empty, goes there instead. */
export async function send(): Promise<void> {
  const { id, request } = activeTab();
  keepOpen(id);
  if (missingParameters(request).length > 0) enterRequest();
  else await sendActive();
}

async function sendActive(): Promise<void> {
  const { id, request, path, run, tests } = activeTab();
  // The window asks the user to correct the raw text or fill in the path.
  if (useRequests.getState().sending || request.raw !== null || missingParameters(request).length > 0) return;
  const sendId = crypto.randomUUID();
  useRequests.setState({ sending: true, sendId, received: 0, problem: null });
  try {
    const exchange = await host.call('requests.send', {
      ...request,
      id: sendId,
      path,
      run,
      keep: tests.keep ?? [],
      change: tests.change,
    });
    // The user may have switched to another tab or edited this one in the meantime. The history has the response anyway.
    useRequests.setState((state) => ({
      ...withTab(state, id, (tab) => responded(tab, request, exchange)),
      sending: false,
      arrived: exchange,
    }));
    // Captured variables may change the next request.
    void prepare();
  } catch (error) {
    useRequests.setState({ sending: false, problem: messageOf(error) });
  }
}

export function cancel(): void {
  const { sendId } = useRequests.getState();
  useVault.getState().decline();
  if (sendId !== null) void host.call('requests.cancel', { id: sendId });
}

/** Updates the number of body bytes received, ignoring requests of other windows. */
export function progressed(sendId: string, received: number): void {
  if (sendId === useRequests.getState().sendId) useRequests.setState({ received });
}

/** Opens and sends the request of a link. Its tab is still the preview, so that one link after another needs one tab. */
export async function callLink(method: Method, href: string): Promise<void> {
  const request = linkedRequest(method, href);
  if (request === null) {
    useRequests.setState({ problem: texts.requests.noLink(href) });
    return;
  }
  openLinked(request);
  await sendActive();
}

// The refusal of a locked vault no longer applies.
useStatus.subscribe(({ status }, before) => {
  const isOpened = before.status?.vault.state === 'locked' && status?.vault.state === 'open';
  if (isOpened) useRequests.setState({ problem: null });
});
