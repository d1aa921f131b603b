/** What can be done with a request that another program has signed: to the local bank, or through the tap. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { readPasted } from '../../../shared/interchange/pasted.ts';
import { composedOfStep } from '../../../shared/collections/request-step.ts';
import { isKnown, type KnownRequest } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useFrame } from '../../state/frame.ts';
import { openPasted } from '../../state/requests/pasting.ts';

const t = texts.history.place;

/** Whether another program has signed the request. */
export function isForeign({ origin }: Pick<Exchange, 'origin'>): boolean {
  return origin === 'received' || origin === 'tap';
}

/** Opens the request as a draft, which the workbench signs. @returns why it cannot, or null */
export function openReceived(exchange: Exchange): string | null {
  const pasted = readPasted(messageOf(exchange));
  if (pasted === null) return t.unreadable;
  openPasted(pasted, t.thisView);
  useFrame.getState().go('requests');
  return null;
}

/** The same request, to be signed by the workbench. Null if it cannot be read. */
export function ownRequest(exchange: Exchange): KnownRequest | null {
  const step = readPasted(messageOf(exchange))?.steps[0];
  const request = step?.request && composedOfStep(step.request);
  return request !== undefined && isKnown(request) ? request : null;
}

/** The same request as the workbench would sign and send it now, in the form of an exchange. @throws Error with a sentence */
export async function comparedWithOwn(exchange: Exchange): Promise<Exchange> {
  const request = ownRequest(exchange);
  if (request === null) throw new Error(t.unreadable);
  const { used: _, ...prepared } = await host.call('requests.prepare', { ...request, path: null });
  return {
    ...exchange,
    title: t.wouldSend,
    at: Date.now(),
    prepared,
    requestBody: request.body,
    status: null,
    response: null,
    failure: t.notSent,
    explanation: null,
  };
}

/** The request as HTTP text. */
function messageOf({ method, path, prepared, requestBody }: Exchange): string {
  const headers = prepared.headers.map(({ name, value }) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...headers, '', requestBody].join('\n');
}
