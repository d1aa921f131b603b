/** The event log. */
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { FlowLog } from '../flow/log.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

export interface FlowParts {
  flowLog: Pick<FlowLog, 'read' | 'clear' | 'shown'>;
  transfers: Pick<Transfers, 'offer'>;
}

export function flowHandlers({ flowLog, transfers }: FlowParts): Of<'flow'> {
  return {
    'flow.read': ({ after, limit }) => flowLog.read(after, limit),
    'flow.clear': () => ({ since: flowLog.clear() }),
    'flow.export': ({ format, only }) => {
      const wanted = only === null ? null : new Set(only);
      const events = flowLog.shown().filter(({ seq }) => wanted?.has(seq) ?? true);
      if (format !== 'json') throw new HostError('refused', texts.core.flow.onlyJson);
      const bytes = Buffer.from(JSON.stringify({ events }, null, 2));
      return { download: transfers.offer({ name: `flow.${format}`, bytes }) };
    },
  };
}
