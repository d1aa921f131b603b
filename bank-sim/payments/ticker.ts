/** Does due work at once and then every second, so that batches and runs are visible as they happen, even without requests. */
import type { DueWork } from './due-work.ts';

/** Interval between checks for due work, milliseconds. */
const TICK = 1000;

/** @param log receives a line for work that failed @returns a function that stops the ticker */
export function startTicker(due: DueWork, log: (line: string) => void): () => void {
  const tick = () => {
    try {
      due.catchUp();
    } catch (error) {
      log(`Due work failed: ${String(error)}`);
    }
  };
  tick();
  const timer = setInterval(tick, TICK);
  timer.unref();
  return () => clearInterval(timer);
}
