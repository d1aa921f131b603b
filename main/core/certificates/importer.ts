/**
 * Opens certificate files in a process of its own: deriving a key may take seconds, the window must stay responsive, and what
 * OpenSSL computes can be interrupted only with its process.
 */
import { HostError } from '../../../shared/contract/envelope.ts';
import type { OwnProcess } from '../host-port.ts';
import { taskEnd } from '../own-task.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { InputFile, OpenResult } from './open-files.ts';
import { CERTIFICATE_IMPORT_MS } from '../../../shared/limits.ts';

const t = texts.core.openFiles;

/** The progress of a slow derivation. `done` and `total` are iterations, or null if they are unknown. */
export interface ImportProgress {
  step: string;
  done: number | null;
  total: number | null;
}

/** The process's input and the messages that it posts. */
export interface ImportTask {
  files: InputFile[];
  password: string | null;
}
export type ImportMessage = { progress: ImportProgress } | { result: OpenResult };

export interface ImporterParts {
  /** Starts import-process.ts or its bundle. */
  start: () => OwnProcess;
  onProgress: (progress: ImportProgress) => void;
  /** Milliseconds that one import may take. */
  patience?: number;
}

export class Importer {
  private readonly parts: ImporterParts;
  private running: AbortController | null = null;

  constructor(parts: ImporterParts) {
    this.parts = parts;
  }

  /**
   * Opens files, one import at a time: a new one cancels the previous one. Files that take too long or too much memory are refused.
   * @throws HostError if the process fails otherwise
   */
  async open(task: ImportTask): Promise<OpenResult> {
    this.cancel();
    const { start, onProgress, patience = CERTIFICATE_IMPORT_MS } = this.parts;
    const running = new AbortController();
    this.running = running;
    const end = await taskEnd<OpenResult>(start(), task, {
      patience,
      signal: running.signal,
      resultOf: (message) => {
        const told = message as ImportMessage;
        if ('result' in told) return told;
        onProgress(told.progress);
        return null;
      },
    });
    if (this.running === running) this.running = null;
    if ('result' in end) return end.result;
    if (end.ended === 'cancelled') return { kind: 'cancelled' };
    if (end.ended === 'failed') throw new HostError('refused', end.sentence);
    const file = task.files.map(({ name }) => name).join(', ');
    const what = end.ended === 'too-long' ? t.minutes(patience / 60_000) : t.moreThanThereIs;
    return { kind: 'too-costly', file, what };
  }

  cancel(): void {
    this.running?.abort();
    this.running = null;
  }
}
