/**
 * Workers: processes for work whose cost others decide. It cannot be interrupted, so it ends with its process, at a deadline or a
 * memory limit. The program that they run is main/worker/worker.ts.
 */
import { texts } from '../../shared/texts/texts.ts';

const t = texts.core.process;

/** The task that a worker is started for. */
export type WorkerTask = 'bodies' | 'certificate-import' | 'flow-export' | 'interchange';

/** Sends a message to the host. */
export type Send = (message: unknown) => void;

/** A worker, as the process sees it that has started it. */
export interface WorkerProcess {
  /** @param message plain data, as the structured clone algorithm copies it */
  send: Send;
  onMessage: (listener: (message: unknown) => void) => void;
  /** @param listener called when the worker has ended, or could not be started */
  onExit: (listener: (end: WorkerEnd) => void) => void;
  kill: () => void;
}

/** Starts a worker. @param memory megabytes of its heap */
export type StartWorker = (task: WorkerTask, memory: number) => WorkerProcess;

/** Why a worker ended without a result. */
export type WorkerEnd = { ended: 'out-of-memory' } | { ended: 'failed'; sentence: string };

/** The exit status of `abort` on Windows, which has no signals. */
const ABORTED = 134;

/** @param stderr what the worker wrote to standard error */
export function workerEnd(status: number | null, signal: string | null, stderr = ''): WorkerEnd {
  // V8 aborts when its heap is full.
  if (signal === 'SIGABRT' || status === ABORTED) return { ended: 'out-of-memory' };
  if (signal === 'SIGKILL') return { ended: 'failed', sentence: t.killed };
  // Node.js prints an error between its source and its version.
  const lines = stderr.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.findLast((line) => line !== '');
  const how = signal ?? `status ${status}`;
  return { ended: 'failed', sentence: t.failed(error === undefined ? how : `${how}: ${error}`) };
}

/** There is no process, for example because the system has too many. */
export function notStarted({ message }: Error): WorkerEnd {
  return { ended: 'failed', sentence: t.notStarted(message) };
}

/** The result, or why there is none. */
export type TaskEnd<T> = { result: T } | { ended: 'cancelled' | 'too-long' } | WorkerEnd;

export interface TaskOptions<T> {
  /** Milliseconds. */
  deadline: number;
  /** Cancels the task. */
  signal?: AbortSignal;
  /** The result in a message; null for another message. Without it, the first message is the result. */
  resultOf?: (message: unknown) => { result: T } | null;
}

/** Gives a worker that has just started its only task, and ends it. */
export async function runTask<T>(
  worker: WorkerProcess,
  task: unknown,
  { deadline, signal, resultOf = (message) => ({ result: message as T }) }: TaskOptions<T>,
): Promise<TaskEnd<T>> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<TaskEnd<T>>((resolve) => {
      if (signal?.aborted === true) resolve({ ended: 'cancelled' });
      signal?.addEventListener('abort', () => resolve({ ended: 'cancelled' }));
      timer = setTimeout(() => resolve({ ended: 'too-long' }), deadline);
      worker.onMessage((message) => {
        const end = resultOf(message);
        if (end !== null) resolve(end);
      });
      worker.onExit(resolve);
      worker.send(task);
    });
  } finally {
    clearTimeout(timer);
    worker.kill();
  }
}
