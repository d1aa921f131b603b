/** Exports of the event log, each by a worker (main/worker/flow-export.ts): a full log takes seconds. */
import { SerialQueue } from '../../../shared/serial-queue.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { FLOW_FORMATS } from '../../../shared/contract/flow.ts';
import type { ExportHow } from '../../../shared/flow/exports/export.ts';
import { FLOW_EXPORT_MEMORY_MB, INTERCHANGE_MS } from '../../../shared/limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { runTask, type StartWorker } from '../worker-task.ts';
import type { FlowLog } from './log.ts';

const t = texts.core.flow;

export interface ExportOrder {
  format: (typeof FLOW_FORMATS)[number];
  /** Positions of the events; null for all that the diagram shows. */
  only: readonly number[] | null;
  how: ExportHow;
  /** Values to mask. */
  secrets: readonly string[];
}

/** Rows of the log as they are stored, several times, and then the order. */
export type ExportMessage = { rows: string[] } | { order: ExportOrder };

export interface FlowExportParts {
  log: Pick<FlowLog, 'rows'>;
  startWorker: StartWorker;
  /** Values that have become secrets since their events were entered. */
  secrets: () => readonly string[];
}

export class FlowExport {
  private readonly parts: FlowExportParts;
  private readonly exports = new SerialQueue();
  private readonly stopped = new AbortController();

  constructor(parts: FlowExportParts) {
    this.parts = parts;
  }

  /** One at a time: each takes memory. @throws HostError */
  write(order: Omit<ExportOrder, 'secrets'>): Promise<Uint8Array> {
    return this.exports.run(() => this.inWorker({ ...order, secrets: this.parts.secrets() }));
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.exports.done();
  }

  private async inWorker(order: ExportOrder): Promise<Uint8Array> {
    const { log, startWorker } = this.parts;
    const { signal } = this.stopped;
    if (signal.aborted) throw new HostError('refused', t.exportEnded);
    const worker = startWorker('flow-export', FLOW_EXPORT_MEMORY_MB);
    for (const rows of log.rows()) worker.send({ rows } satisfies ExportMessage);
    const end = await runTask<Uint8Array>(worker, { order } satisfies ExportMessage, {
      deadline: INTERCHANGE_MS,
      signal,
    });
    if ('result' in end) return end.result;
    if (end.ended === 'cancelled') throw new HostError('refused', t.exportEnded);
    if (end.ended === 'failed') throw new HostError('internal', end.sentence);
    const isTooLarge = end.ended === 'out-of-memory';
    throw new HostError('refused', isTooLarge ? t.exportTooLarge : t.exportTooSlow(INTERCHANGE_MS / 1000));
  }
}
