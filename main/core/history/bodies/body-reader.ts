/** Questions to a thread that reads bodies; see body-worker.ts. The thread is started with the first one. */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { BodyView } from '../../../../shared/body-view/body-view.ts';
import type { Places } from '../../../../shared/collections/json-path.ts';
import { texts } from '../../../../shared/texts/texts.ts';

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

export class BodyReader {
  private readonly workerFile: string;
  private readonly limits: ResourceLimits;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  /**
   * @param workerFile the thread's program: body-worker.ts or its bundle
   * @param limits of its memory
   */
  constructor(workerFile: string, limits: ResourceLimits = {}) {
    this.workerFile = workerFile;
    this.limits = limits;
  }

  /** @param body its file, or the body itself @throws Error if it cannot be read, or if the thread ends */
  ask<M extends BodyMethod>(
    body: string | Uint8Array,
    method: M,
    ...args: Parameters<BodyMethods[M]>
  ): Promise<ReturnType<BodyMethods[M]>> {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: (value) => resolve(value as ReturnType<BodyMethods[M]>), reject });
      const question: BodyQuestion = { id, body, method, args };
      this.running().postMessage(question);
    });
  }

  /** Ends the thread, whatever it does, and closes every open file. A later question starts a new one. */
  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(this.workerFile, { resourceLimits: this.limits });
    worker.on('message', (answer: BodyAnswer) => {
      const waiting = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if ('problem' in answer) waiting?.reject(new Error(answer.problem));
      else waiting?.resolve(answer.value);
    });
    const fail = (error: Error) => {
      if (this.worker === worker) this.worker = null;
      for (const { reject } of this.waiting.values()) reject(error);
      this.waiting.clear();
    };
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error(texts.core.bodies.threadEnded)));
    // The thread must not keep the process alive.
    worker.unref();
    this.worker = worker;
    return worker;
  }
}
