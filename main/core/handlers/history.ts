/** The history, and the windows into its bodies. */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { HandlerParts, Of } from './handler.ts';

const t = texts.core.client;

/** Maximum number of requests and PSU visits listed together. */
const LISTED = 500;

export function historyHandlers({ history, flowLog }: HandlerParts): Of<'history'> {
  return {
    'history.list': ({ search, from, bank }) => {
      const exchanges = history.list(search, LISTED + 1, { from, bank });
      const { localBank } = texts.core.environments;
      const isOfBank = (event: FlowEvent) => bank === undefined || (event.environment ?? localBank) === bank;
      const sca = from === undefined ? flowLog.visits(search, LISTED + 1).filter(isOfBank) : [];
      const times = [...exchanges, ...sca].map(({ at }) => at).sort((one, other) => other - one);
      const oldest = times[LISTED - 1] ?? -Infinity;
      const isListed = ({ at }: { at: number }) => at >= oldest;
      return {
        ...history.totals(),
        exchanges: exchanges.filter(isListed).slice(0, LISTED),
        sca: sca.filter(isListed).slice(0, LISTED),
        more: times.length > LISTED,
      };
    },
    'history.read': ({ id }) => {
      const exchange = history.read(id);
      if (exchange === null) throw new HostError('not-found', t.gone);
      return exchange;
    },
    'history.clear': () => {
      history.clear();
      flowLog.emptied();
    },
  };
}

export function bodyHandlers({ bodies, transfers }: HandlerParts): Of<'body'> {
  return {
    'body.lines': ({ id, mode, from, count }) => bodies.ask(id, 'lines', mode, from, count),
    'body.closing': async ({ id, line }) => ({ line: await bodies.ask(id, 'closing', line) }),
    'body.search': ({ id, mode, text }) => bodies.ask(id, 'search', mode, text),
    'body.save': ({ id }) => ({ download: transfers.offer(bodies.file(id)) }),
    'body.root': ({ id }) => bodies.ask(id, 'root'),
    'body.members': ({ id, offset, from, count }) => bodies.ask(id, 'members', offset, from, count),
    'body.query': ({ id, path }) => bodies.query(id, path),
  };
}
