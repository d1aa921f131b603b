/** The history of what was sent, and the windows into its bodies. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { FlowLog } from '../flow/log.ts';
import type { Bodies } from '../history/bodies.ts';
import type { History } from '../history/history.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

const t = texts.core.client;

export function historyHandlers({
  history,
  flowLog,
}: {
  history: History;
  flowLog: Pick<FlowLog, 'emptied'>;
}): Of<'history'> {
  return {
    'history.list': ({ search }) => history.list(search),
    'history.read': ({ id }) => {
      const exchange = history.read(id);
      if (exchange === null) throw new HostError('not-found', t.gone);
      return exchange;
    },
    'history.clear': () => {
      history.clear();
      flowLog.emptied();
      return {};
    },
  };
}

export function bodyHandlers({
  bodies,
  transfers,
}: {
  bodies: Bodies;
  transfers: Pick<Transfers, 'offer'>;
}): Of<'body'> {
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
