/**
 * Opens certificate files in a process of its own: deriving a key may take seconds, the window must stay responsive, and what
 * OpenSSL computes can be interrupted only with its process.
 */
import type { OwnProcess } from '../host-port.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { InputFile, OpenResult } from './open-files.ts';

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

/** Milliseconds that one import may take. */
const PATIENCE = 120_000;

export interface ImporterParts {
  /** Starts import-process.ts or its bundle. */
  start: () => OwnProcess;
  onProgress: (progress: ImportProgress) => void;
  /** Milliseconds that one import may take. */
  patience?: number;
}

export class Importer {
  private readonly parts: ImporterParts;
  private running: (() => void) | null = null;

  constructor(parts: ImporterParts) {
    this.parts = parts;
  }

  /**
   * Opens files, one import at a time: a new one cancels the previous one. Files that take too long, or that the process
   * does not survive, are refused.
   */
  async open(task: ImportTask): Promise<OpenResult> {
    this.cancel();
    const { start, onProgress, patience = PATIENCE } = this.parts;
    const file = task.files.map(({ name }) => name).join(', ');
    const opener = start();
    let timer: NodeJS.Timeout | undefined;
    let cancel = () => {};
    try {
      return await new Promise<OpenResult>((resolve) => {
        cancel = () => resolve({ kind: 'cancelled' });
        this.running = cancel;
        timer = setTimeout(
          () => resolve({ kind: 'too-costly', file, what: t.minutes(patience / 60_000) }),
          patience,
        );
        opener.onMessage((message) => {
          const told = message as ImportMessage;
          if ('progress' in told) onProgress(told.progress);
          else resolve(told.result);
        });
        opener.onExit(() => resolve({ kind: 'too-costly', file, what: t.moreThanThereIs }));
        opener.send(task);
      });
    } finally {
      clearTimeout(timer);
      if (this.running === cancel) this.running = null;
      opener.kill();
    }
  }

  cancel(): void {
    this.running?.();
    this.running = null;
  }
}
