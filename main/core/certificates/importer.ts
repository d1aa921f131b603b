/** Opens certificate files in a separate thread: deriving a key may take seconds, and the window must stay responsive. */
import { Worker } from 'node:worker_threads';
import type { InputFile, OpenResult } from './open-files.ts';

/** The progress of a slow derivation. `done` and `total` are iterations, or null if they are unknown. */
export interface ImportProgress {
  step: string;
  done: number | null;
  total: number | null;
}

/** The thread's input and the messages that it posts. */
export interface ImportTask {
  files: InputFile[];
  password: string | null;
}
export type ImportMessage = { progress: ImportProgress } | { result: OpenResult };

export class Importer {
  private readonly workerFile: string;
  private readonly onProgress: (progress: ImportProgress) => void;
  private running: { worker: Worker; cancel: () => void } | null = null;

  /** @param workerFile the thread's program: import-worker.ts or its bundle */
  constructor(workerFile: string, onProgress: (progress: ImportProgress) => void) {
    this.workerFile = workerFile;
    this.onProgress = onProgress;
  }

  /** Opens files, one import at a time: a new one cancels the previous one. @throws Error if the thread fails unexpectedly */
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
