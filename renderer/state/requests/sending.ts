/** Sending the active request, and what follows from its answer. */
import { linkedRequest } from '../../../shared/request/http.ts';
import type { Method } from '../../../shared/xs2a/operations.ts';
import { host, messageOf } from '../../host.ts';
import { edit, setFault } from './editing.ts';
import { openRequest } from './opening.ts';
import { activeTab, useRequests } from './store.ts';
import { answered, withTab } from './tabs.ts';

/** Sends the active request, one at a time. */
export async function send(): Promise<void> {
  const { id, request } = activeTab();
  // A text that is not understood is corrected first; its view says how.
  if (useRequests.getState().sending || request.raw !== null) return;
  const sendId = crypto.randomUUID();
  useRequests.setState({ sending: true, sendId, received: 0, problem: null });
  try {
    const exchange = await host.call('requests.send', { ...request, id: sendId });
    // Meanwhile the user may have changed to another tab, or changed this one. The history has the answer anyhow.
    useRequests.setState((state) => ({
      ...withTab(state, id, (tab) => answered(tab, request, exchange)),
      sending: false,
      arrived: exchange,
    }));
  } catch (error) {
    useRequests.setState({ sending: false, problem: messageOf(error) });
  }
}

/** Ends the sending that is under way. */
export function cancel(): void {
  const { sendId } = useRequests.getState();
  if (sendId !== null) void host.call('requests.cancel', { id: sendId });
}

/** Takes note of the bytes of a body that have arrived; those of another window's sending are not ours. */
export function progressed(sendId: string, received: number): void {
  if (sendId === useRequests.getState().sendId) useRequests.setState({ received });
}

/** Takes the deliberate fault out and sends again. */
export function sendWithoutFault(): Promise<void> {
  setFault(null);
  return send();
}

/** Opens the operation of a link with its path filled in, and sends it. */
export async function callLink(method: Method, href: string): Promise<void> {
  const request = linkedRequest(method, href);
  if (request === null) return;
  if (activeTab().path === null) edit('link', request);
  // A saved request stays what it is.
  else openRequest(request);
  await send();
}
