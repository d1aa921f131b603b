/** The bank's clock between two reads of the status. */
import { useSyncExternalStore } from 'react';
import type { Status } from '../../shared/contract/status.ts';
import { bankAhead, bankNow, sessionNow, useStatus } from './status.ts';

export interface ShownClock {
  status: Status;
  /** Bank time now, milliseconds since 1970. */
  now: number;
  /** How far the bank's clock is ahead of the machine's, milliseconds; negative if it is behind. */
  ahead: number;
  /** Current time of the bank in use, by which sessions expire. Milliseconds since 1970. */
  sessionTime: number;
}

/** One beat for all that shows the clock: two clocks on one screen must not differ by a second. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let beat = 0;

function onBeat(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    beat = performance.now();
    timer = setInterval(() => {
      beat = performance.now();
      for (const listen of listeners) listen();
    }, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The clock, read again every second. A frozen one falls behind meanwhile. @returns null before the first status */
export function useBankClock(): ShownClock | null {
  const { status, readAt } = useStatus();
  const at = useSyncExternalStore(onBeat, () => beat);
  return (
    status && {
      status,
      now: bankNow(status, readAt, at),
      ahead: bankAhead(status, readAt, at),
      sessionTime: sessionNow(status, readAt, at),
    }
  );
}
