/** Does due work every second, even without requests, and checks that the data still exists, which every request would pay for. */
import type { DueWork } from './due-work.ts';

/** Milliseconds. */
const INTERVAL = 1000;

interface Ticking {
  due: DueWork;
  log: (line: string) => void;
  isThere: () => boolean;
  /** Called once, when the data no longer exists. */
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
  const timer = setInterval(tick, INTERVAL);
  timer.unref();
  tick();
  return () => clearInterval(timer);
}
