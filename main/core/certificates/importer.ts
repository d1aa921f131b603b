/** Opens certificate files in a thread of its own: deriving a key may take seconds, and the window goes on meanwhile. */
import { Worker } from 'node:worker_threads';
import type { InputFile, OpenResult } from './open-files.ts';

/** Where a slow derivation stands; `done` and `total` in iterations, null where it cannot be seen. */
export interface ImportProgress {
  step: string;
  done: number | null;
  total: number | null;
}

/** What the thread is given, and what it tells. */
export interface ImportTask {
  files: InputFile[];
  password: string | null;
}
export type ImportMessage = { progress: ImportProgress } | { result: OpenResult };

export class Importer {
  private readonly workerFile: string;
  private readonly onProgress: (progress: ImportProgress) => void;
  private running: { worker: Worker; cancel: () => void } | null = null;

  /** @param workerFile the program of the thread, import-worker.ts or its bundle */
  constructor(workerFile: string, onProgress: (progress: ImportProgress) => void) {
    this.workerFile = workerFile;
    this.onProgress = onProgress;
  }

  /** One at a time: a new one ends the one before. @throws Error where the thread fails in a way that nobody expected */
  async open(task: ImportTask): Promise<OpenResult> {
    this.cancel();
    const worker = new Worker(this.workerFile, { workerData: task });
    try {
      return await new Promise<OpenResult>((resolve, reject) => {
        this.running = { worker, cancel: () => resolve({ kind: 'cancelled' }) };
        worker.on('message', (message: ImportMessage) => {
          if ('progress' in message) this.onProgress(message.progress);
          else resolve(message.result);
        });
        worker.once('error', reject);
      });
    } finally {
      if (this.running?.worker === worker) this.running = null;
      await worker.terminate();
    }
  }

  cancel(): void {
    this.running?.cancel();
    this.running = null;
  }
}
