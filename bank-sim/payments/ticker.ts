/**
 * Does due work at once and then every second, so that batches and runs are visible as they happen, even without requests. And looks
 * whether the bank's data is still there: once a second, because a look at every request would cost each of them.
 */
import type { DueWork } from './due-work.ts';

/** Interval between checks for due work, milliseconds. */
const TICK = 1000;

interface Ticking {
  due: DueWork;
  /** Receives a line for work that failed. */
  log: (line: string) => void;
  isThere: () => boolean;
  /** Called once, when the data is no longer there: what the bank acknowledges would be lost. */
  lost: () => void;
}

/** @returns a function that stops the ticker */
export function startTicker({ due, log, isThere, lost }: Ticking): () => void {
  const tick = () => {
    if (!isThere()) {
      clearInterval(timer);
      lost();
      return;
    }
    try {
      due.catchUp();
    } catch (error) {
      log(`Due work failed: ${String(error)}`);
    }
  };
  const timer = setInterval(tick, TICK);
  timer.unref();
  tick();
  return () => clearInterval(timer);
}
