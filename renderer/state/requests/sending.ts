/** Sends the active request and handles its response. */
import { NO_TESTS, sameTests } from '../../../shared/collections/step-tests.ts';
import { missingParameters } from '../../../shared/requests/compose.ts';
import { linkedRequest } from '../../../shared/requests/http.ts';
import type { Method } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useStatus } from '../status.ts';
import { edit } from './editing.ts';
import { prepare } from './preparing.ts';
import { openLinked } from './opening.ts';
import { activeTab, useRequests } from './store.ts';
import { answered, withTab } from './tabs.ts';

/** Sends the active request, one at a time. */
export async function send(): Promise<void> {
  const { id, request, path, tests } = activeTab();
  // A text that cannot be parsed must be corrected first, and a path filled in. The window says so, whatever key was pressed.
  if (useRequests.getState().sending || request.raw !== null || missingParameters(request).length > 0) return;
  const sendId = crypto.randomUUID();
  useRequests.setState({ sending: true, sendId, received: 0, problem: null });
  try {
    const exchange = await host.call('requests.send', {
      ...request,
      id: sendId,
      path,
      keep: tests.keep ?? [],
    });
    // The user may have switched to another tab or edited this one in the meantime. The history has the response anyway.
    useRequests.setState((state) => ({
      ...withTab(state, id, (tab) => answered(tab, request, exchange)),
      sending: false,
      arrived: exchange,
    }));
    // What was kept may change what the next request sends.
    void prepare();
  } catch (error) {
    useRequests.setState({ sending: false, problem: messageOf(error) });
  }
}

/** Cancels the request in progress. */
export function cancel(): void {
  const { sendId } = useRequests.getState();
  if (sendId !== null) void host.call('requests.cancel', { id: sendId });
}

/** Updates the number of body bytes received, ignoring requests of other windows. */
export function progressed(sendId: string, received: number): void {
  if (sendId === useRequests.getState().sendId) useRequests.setState({ received });
}

/** Opens the operation of a link with its path filled in, in a tab of its own, and sends it. */
export async function callLink(method: Method, href: string): Promise<void> {
  const request = linkedRequest(method, href);
  if (request === null) {
    useRequests.setState({ problem: texts.requests.noLink(href) });
    return;
  }
  const { path, tests, request: present } = activeTab();
  // Another page of a list is the same step. Any other call is a step of its own, and the one before stays as it is, with its response. A
  // saved request must not change, and what is expected of one request is not expected of another.
  const isSameStep = request.operation !== null && request.operation === present.operation;
  if (isSameStep && path === null && sameTests(tests, NO_TESTS)) edit('link', request);
  else openLinked(request);
  await send();
}

// What a locked vault has refused is past once it is open.
useStatus.subscribe(({ status }, before) => {
  const isOpened = before.status?.vault.state === 'locked' && status?.vault.state === 'open';
  if (isOpened) useRequests.setState({ problem: null });
});
