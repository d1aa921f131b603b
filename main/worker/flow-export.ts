/** The worker that writes an export of the event log; see core/flow/export.ts. */
import { type FlowEvent, shownEvents } from '../../shared/flow/event.ts';
import { exportFlow } from '../../shared/flow/exports/export.ts';
import type { ExportMessage, ExportOrder } from '../core/flow/export.ts';
import { eventIn } from '../core/flow/stored-event.ts';
import { hidden, masked } from '../core/redaction/mask.ts';
import type { Send } from '../core/worker-task.ts';

const events: FlowEvent[] = [];

export function handle(given: unknown, send: Send): void {
  const message = given as ExportMessage;
  if ('rows' in message) events.push(...message.rows.flatMap((row) => eventIn(row) ?? []));
  else send(written(message.order));
}

function written({ format, only, how, secrets }: ExportOrder): Uint8Array {
  const wanted = only === null ? null : new Set(only);
  const chosen = shownEvents(events).filter(({ seq }) => wanted?.has(seq) ?? true);
  // A value may have become a secret after the event was entered.
  return new TextEncoder().encode(exportFlow(format, masked(chosen, hidden(secrets)), how));
}
