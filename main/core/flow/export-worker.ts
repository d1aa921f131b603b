/**
 * The thread that writes an export of the event log: a full log takes seconds, and the bank, the listeners and the window wait for
 * the process that they share.
 */
import { parentPort } from 'node:worker_threads';
import { type FlowEvent, shownEvents } from '../../../shared/flow/event.ts';
import { exportFlow } from '../../../shared/flow/exports/export.ts';
import { hidden, masked } from '../redaction/mask.ts';
import type { ExportMessage, ExportOrder } from './export.ts';
import { eventIn } from './stored-event.ts';

const events: FlowEvent[] = [];

parentPort?.on('message', (message: ExportMessage) => {
  if ('rows' in message) events.push(...message.rows.flatMap((row) => eventIn(row) ?? []));
  else parentPort?.postMessage(written(message.order));
});

function written({ format, only, secrets }: ExportOrder): Uint8Array {
  const wanted = only === null ? null : new Set(only);
  const chosen = shownEvents(events).filter(({ seq }) => wanted?.has(seq) ?? true);
  // A value may have become a secret after the event was entered.
  return new TextEncoder().encode(exportFlow(format, masked(chosen, hidden(secrets))));
}
