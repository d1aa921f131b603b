/** Exports of the event log, each in a thread of its own; see export-worker.ts. */
import { Worker } from 'node:worker_threads';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { FLOW_FORMATS } from '../../../shared/contract/flow.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { FlowLog } from './log.ts';
import { FLOW_EXPORT_MEMORY_MB } from '../../../shared/limits.ts';

const t = texts.core.flow;

export interface ExportOrder {
  format: (typeof FLOW_FORMATS)[number];
  /** Positions of the events; null for all that the diagram shows. */
  only: readonly number[] | null;
  /** Values that are not to be seen. */
  secrets: readonly string[];
}

/** Rows of the log as they are stored, several times, and then the order. */
export type ExportMessage = { rows: string[] } | { order: ExportOrder };

export interface FlowExportParts {
  log: Pick<FlowLog, 'rows'>;
  /** The thread's program: export-worker.ts or its bundle. */
  worker: string;
  /** Values that have become secrets since their events were entered. */
  secrets: () => readonly string[];
}

export class FlowExport {
  private readonly parts: FlowExportParts;
  private last: Promise<unknown> = Promise.resolve();
  private readonly ended = new AbortController();

  constructor(parts: FlowExportParts) {
    this.parts = parts;
  }

  /** One at a time: each takes memory. @throws HostError */
  write(format: ExportOrder['format'], only: readonly number[] | null): Promise<Uint8Array> {
    const written = this.last.then(() => this.inThread({ format, only, secrets: this.parts.secrets() }));
    this.last = written.catch(() => undefined);
    return written;
  }

  async stop(): Promise<void> {
    this.ended.abort();
    await this.last;
  }

  private async inThread(order: ExportOrder): Promise<Uint8Array> {
    const { log, worker } = this.parts;
    if (this.ended.signal.aborted) throw new HostError('refused', t.exportEnded);
    const thread = new Worker(worker, { resourceLimits: { maxOldGenerationSizeMb: FLOW_EXPORT_MEMORY_MB } });
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    thread.once('message', resolve);
    thread.once('error', (error) => reject(new HostError('internal', reasonOf(error))));
    thread.once('exit', () => reject(new HostError('refused', t.exportEnded)));
    // It may fail while rows are still on their way, before anybody waits for it.
    promise.catch(() => undefined);
    const end = () => void thread.terminate();
    this.ended.signal.addEventListener('abort', end, { once: true });
    try {
      for (const rows of log.rows()) thread.postMessage({ rows } satisfies ExportMessage);
      thread.postMessage({ order } satisfies ExportMessage);
      return await promise;
    } finally {
      this.ended.signal.removeEventListener('abort', end);
      await thread.terminate();
    }
  }
}

function reasonOf(error: Error): string {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? t.exportTooLarge : t.exportFailed(error.message);
}
