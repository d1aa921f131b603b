/** Does due work by itself, so that batches and runs are seen as they happen, even while nobody sends a request. */
import type { DueWork } from './due-work.ts';

/** How often due work is looked for, milliseconds. */
const TICK = 1000;

/** @param log receives a line for work that failed @returns the way to stop it */
export function startTicker(due: DueWork, log: (line: string) => void): () => void {
  const timer = setInterval(() => {
    try {
      due.catchUp();
    } catch (error) {
      log(`Due work failed: ${String(error)}`);
    }
  }, TICK);
  timer.unref();
  return () => clearInterval(timer);
}
