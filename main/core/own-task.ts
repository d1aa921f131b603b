/** One task for a program in a process of its own, which ends with it: what cannot be interrupted is ended with its process. */
import type { OwnProcess } from './host-port.ts';
import type { ProcessEnd } from './process-end.ts';

/** The result, or why there is none. */
export type TaskEnd<T> = { result: T } | { ended: 'cancelled' | 'too-long' } | ProcessEnd;

export interface TaskLimits<T> {
  /** Milliseconds. */
  patience: number;
  /** Ends the task. */
  signal: AbortSignal;
  /** The result that a message has; null for another message. */
  resultOf: (message: unknown) => { result: T } | null;
}

/** @param program that has just been started */
export async function taskEnd<T>(
  program: OwnProcess,
  task: unknown,
  { patience, signal, resultOf }: TaskLimits<T>,
): Promise<TaskEnd<T>> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<TaskEnd<T>>((resolve) => {
      if (signal.aborted) resolve({ ended: 'cancelled' });
      signal.addEventListener('abort', () => resolve({ ended: 'cancelled' }));
      timer = setTimeout(() => resolve({ ended: 'too-long' }), patience);
      program.onMessage((message) => {
        const end = resultOf(message);
        if (end !== null) resolve(end);
      });
      program.onExit(resolve);
      program.send(task);
    });
  } finally {
    clearTimeout(timer);
    program.kill();
  }
}
