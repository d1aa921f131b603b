/** Reads the files of an import in a worker, with more time and memory than the window allows. */
import type { Imported } from '../../shared/interchange/import.ts';
import { COMMAND_IMPORT_MEMORY_MB, COMMAND_IMPORT_MS } from '../../shared/limits.ts';
import {
  type Answer,
  doneOf,
  type ImportTask,
  type PlanTask,
  type UpdatePlan,
} from '../core/interchange/tasks.ts';
import { runTask } from '../core/worker-task.ts';
import { startNodeWorker } from '../worker/node-worker.ts';
import { UsageError } from './command.ts';
import { OWN_FILES } from './own-files.ts';

/** Does a task. Nothing is written. @throws HostError if it cannot be done */
export interface Reading {
  (task: ImportTask): Promise<Imported>;
  (task: PlanTask): Promise<UpdatePlan>;
}

export interface ReadingLimits {
  /** Milliseconds. */
  deadline: number;
  /** Megabytes of JavaScript's heap. */
  memory: number;
}

/** The reading throws UsageError when it reaches a limit. */
export function readingWithin({ deadline, memory }: ReadingLimits): Reading {
  return (async (task: ImportTask | PlanTask) => {
    const worker = startNodeWorker(OWN_FILES.worker, 'interchange', memory);
    const end = await runTask<Answer<unknown>>(worker, task, { deadline });
    if ('result' in end) return doneOf(end.result);
    if (end.ended === 'failed') throw new UsageError(end.sentence);
    const what =
      end.ended === 'out-of-memory'
        ? `needed more than ${memory} MB of memory`
        : `took longer than ${deadline / 1000} seconds`;
    throw new UsageError(
      `Reading the files ${what}, so it was stopped. Nothing was written. Divide the files.`,
    );
  }) as Reading;
}

export const readApart = readingWithin({ deadline: COMMAND_IMPORT_MS, memory: COMMAND_IMPORT_MEMORY_MB });
