/** The event log. */
import { exportFlow, FILES } from '../../../shared/flow/exports/export.ts';
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
      const bytes = Buffer.from(exportFlow(format, events));
      return { download: transfers.offer({ name: `flow.${FILES[format].ending}`, bytes }) };
    },
  };
}
