/**
 * Opens certificate files in a worker (main/worker/certificate-import.ts): deriving a key may take seconds, and what OpenSSL computes
 * ends only with its process.
 */
import { HostError } from '../../../shared/contract/envelope.ts';
import { CERTIFICATE_IMPORT_MS, PROCESS_MEMORY_MB } from '../../../shared/limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { runTask, type StartWorker } from '../worker-task.ts';
import type { InputFile } from './open-files.ts';
import type { OpenResult } from './pairing.ts';

const t = texts.core.openFiles;

/** The progress of a slow derivation. `done` and `total` are iterations, or null if they are unknown. */
export interface ImportProgress {
  step: string;
  done: number | null;
  total: number | null;
}

export interface ImportTask {
  files: InputFile[];
  password: string | null;
}
/** The worker's messages. */
export type ImportMessage = { progress: ImportProgress } | { result: OpenResult };

export interface ImporterParts {
  startWorker: StartWorker;
  onProgress: (progress: ImportProgress) => void;
  /** Milliseconds that one import may take. */
  deadline?: number;
}

export class Importer {
  private readonly parts: ImporterParts;
  private running: AbortController | null = null;

  constructor(parts: ImporterParts) {
    this.parts = parts;
  }

  /**
   * Opens files, one import at a time: a new one cancels the previous one. Files that take too long or too much memory are refused.
   * @throws HostError if the worker fails otherwise
   */
  async open(task: ImportTask): Promise<OpenResult> {
    this.cancel();
    const { startWorker, onProgress, deadline = CERTIFICATE_IMPORT_MS } = this.parts;
    const running = new AbortController();
    this.running = running;
    const end = await runTask<OpenResult>(startWorker('certificate-import', PROCESS_MEMORY_MB), task, {
      deadline,
      signal: running.signal,
      resultOf: (message) => {
        const received = message as ImportMessage;
        if ('result' in received) return received;
        onProgress(received.progress);
        return null;
      },
    });
    if (this.running === running) this.running = null;
    if ('result' in end) return end.result;
    if (end.ended === 'cancelled') return { kind: 'cancelled' };
    if (end.ended === 'failed') throw new HostError('refused', end.sentence);
    const file = task.files.map(({ name }) => name).join(', ');
    const what = end.ended === 'too-long' ? t.minutes(deadline / 60_000) : t.moreThanThereIs;
    return { kind: 'too-costly', file, what };
  }

  cancel(): void {
    this.running?.abort();
    this.running = null;
  }
}
