/** What can be done with an exchange of the history, on its page and in the menu of its row. */
import type { Exchange, ListedExchange } from '../../../shared/contract/exchange.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { About } from '../../../shared/flow/event.ts';
import { asSent } from '../../../shared/collections/as-sent.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { showInFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { useHistory } from '../../state/history.ts';
import { openWithResponse } from '../../state/requests/opening.ts';
import type { MenuItem } from '../../ui/context-menu.tsx';
import { momentText } from '../../ui/format.ts';
import { isForeign, openReceived } from './received.ts';

/**
 * Opens the request as a draft; as it was sent, if no form can show it. Only the variables that have a value here remain.
 * @returns why not, or null
 */
export async function openInTab(exchange: Exchange): Promise<string | null> {
  const { request, path, prepared, requestBody } = exchange;
  if (isForeign(exchange) || request === null || !isKnown(request)) return openReceived(exchange);
  const missing = await host.call('requests.prepare', { ...request, path: null }).then(
    () => [],
    (error: unknown) => (error instanceof HostError ? error.missing : []),
  );
  const headers = prepared.headers.map(({ name, value }): [string, string] => [name, value]);
  const sent = { path, headers, body: requestBody };
  openWithResponse(missing.length === 0 ? request : asSent(request, sent, missing), exchange);
  useFrame.getState().go('requests');
  return null;
}

/** What the diagram finds of an exchange; null without an X-Request-ID, which it needs. */
export function inFlow({ prepared }: Exchange): About | null {
  const header = prepared.headers.find(({ name }) => name.toLowerCase() === 'x-request-id');
  return header === undefined ? null : { subject: 'request', id: header.value };
}

/** @param id of the exchange @param report gets why an action was not possible */
export function itemsOf(id: string, report: (problem: unknown) => void): MenuItem[] {
  const read = (use: (exchange: Exchange) => void | Promise<void>) => () =>
    void host.call('history.read', { id }).then(use).catch(report);
  return [
    {
      label: texts.history.place.open,
      onClick: read(async (exchange) => {
        const problem = await openInTab(exchange);
        if (problem !== null) report(problem);
      }),
    },
    {
      label: texts.flow.bar.showInFlow,
      onClick: read((exchange) => {
        const about = inFlow(exchange);
        if (about === null) report(texts.history.place.notInFlow);
        else showInFlow(about);
      }),
    },
    {
      label: texts.history.place.compareWith,
      onClick: read((exchange) => useHistory.setState({ selected: exchange, isComparing: true })),
    },
  ];
}

/** An exchange in one line: what was called, the result, when, and the X-Request-ID. */
export async function lineOf({ id, method, path, status, code, at }: ListedExchange): Promise<string> {
  const { id: request } = inFlow(await host.call('history.read', { id })) ?? {};
  const parts = [method, path, status ?? texts.history.place.failed, code, momentText(at), request];
  return parts.filter((part) => part !== null && part !== undefined).join('\t');
}
