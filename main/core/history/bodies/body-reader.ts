/** Questions about response bodies, answered by a worker (main/worker/bodies.ts) that starts with the first one. */
import type { BodyView } from '../../../../shared/body-view/body-view.ts';
import type { Places } from '../../../../shared/collections/json-path.ts';
import { PROCESS_MEMORY_MB } from '../../../../shared/limits.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import type { StartWorker, WorkerEnd, WorkerProcess } from '../../worker-task.ts';

/** The queries that a body supports. */
export interface BodyMethods extends Pick<
  BodyView,
  'lines' | 'closing' | 'search' | 'root' | 'members' | 'query' | 'outline'
> {
  /** Where JSONPaths lead. Only for a body itself. */
  places: (paths: readonly string[]) => Places;
}
export type BodyMethod = keyof BodyMethods;

export interface BodyQuestion {
  id: number;
  /** A file, or the body itself. */
  body: string | Uint8Array;
  method: BodyMethod;
  args: readonly unknown[];
}
export type BodyAnswer = { id: number; value: unknown } | { id: number; problem: string };

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** The worker ended without an answer. `cause` is undefined if it was stopped. */
export class ReaderEnded extends Error {
  override cause: WorkerEnd | undefined;

  constructor(cause?: WorkerEnd) {
    super(texts.core.bodies.threadEnded);
    this.cause = cause;
  }
}

export class BodyReader {
  private readonly start: StartWorker;
  private readonly memory: number;
  private worker: WorkerProcess | null = null;
  private ended: Promise<void> = Promise.resolve();
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** @param memory megabytes */
  constructor(start: StartWorker, memory: number = PROCESS_MEMORY_MB) {
    this.start = start;
    this.memory = memory;
  }

  /** @param body its file, or the body itself @throws Error if it cannot be read, or ReaderEnded */
  ask<M extends BodyMethod>(
    body: string | Uint8Array,
    method: M,
    ...args: Parameters<BodyMethods[M]>
  ): Promise<ReturnType<BodyMethods[M]>> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: (value) => resolve(value as ReturnType<BodyMethods[M]>), reject });
      const question: BodyQuestion = { id, body, method, args };
      this.running().send(question);
    });
  }

  /** Ends the worker, which closes its files. A later question starts another one. */
  async stop(): Promise<void> {
    this.worker?.kill();
    this.fail(new ReaderEnded());
    await this.ended;
  }

  private running(): WorkerProcess {
    if (this.worker !== null) return this.worker;
    const worker = this.start('bodies', this.memory);
    worker.onMessage((message) => {
      const answer = message as BodyAnswer;
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if ('problem' in answer) waiting?.reject(new Error(answer.problem));
      else waiting?.resolve(answer.value);
    });
    this.ended = new Promise((resolve) =>
      worker.onExit((end) => {
        if (this.worker === worker) this.fail(new ReaderEnded(end));
        resolve();
      }),
    );
    this.worker = worker;
    return worker;
  }

  private fail(error: ReaderEnded): void {
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
