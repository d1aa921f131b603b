/** Queries the thread that reads large bodies; see body-worker.ts. The thread is started with the first query. */
import { Worker } from 'node:worker_threads';
import type { BodyView } from '../../../../shared/body-view/body-view.ts';
import { texts } from '../../../../shared/texts/texts.ts';

/** The queries that a body supports. */
export type BodyMethod = 'lines' | 'closing' | 'search' | 'root' | 'members' | 'query' | 'outline';

export interface BodyQuestion {
  id: number;
  path: string;
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
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;

  /** @param workerFile the thread's program: body-worker.ts or its bundle */
  constructor(workerFile: string) {
    this.workerFile = workerFile;
  }

  /** @param path file of the body @throws Error if it cannot be read */
  ask<M extends BodyMethod>(
    path: string,
    method: M,
    ...args: Parameters<BodyView[M]>
  ): Promise<ReturnType<BodyView[M]>> {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: (value) => resolve(value as ReturnType<BodyView[M]>), reject });
      const question: BodyQuestion = { id, path, method, args };
      this.running().postMessage(question);
    });
  }

  /** Closes every open file. */
  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private running(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(this.workerFile);
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
