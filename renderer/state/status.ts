/** The status of the workbench, read again when the host reports a change, and the bank's clock between two reads. */
import { create } from 'zustand';
import { useSyncExternalStore } from 'react';
import type { Status } from '../../shared/contract/status.ts';
import { host, messageOf, onReach } from '../host.ts';
import { coalesced } from './coalesce.ts';

interface StatusStore {
  status: Status | null;
  /** `performance.now()` when the status was read, to extrapolate the bank's clock. */
  readAt: number;
  error: string | null;
  refresh: () => Promise<void>;
}

export const useStatus = create<StatusStore>((set) => ({
  status: null,
  readAt: 0,
  error: null,
  refresh: coalesced(async () => {
    try {
      const status = await host.call('app.status', {});
      set({ status, readAt: performance.now(), error: null });
    } catch (error) {
      set({ error: messageOf(error) });
    }
  }),
}));

host.on('status.changed', () => void useStatus.getState().refresh());

/** Bank time, milliseconds since 1970. @param at now, or another moment of `performance.now()` */
export function bankNow({ bank }: Status, readAt: number, at = performance.now()): number {
  return bank.clock === 'real' ? bank.now + since(readAt, at) : bank.now;
}

/** How far the bank's clock is ahead of the machine's, in milliseconds; negative if it is behind. @param at as for {@link bankNow} */
export function bankAhead({ bank }: Status, readAt: number, at = performance.now()): number {
  return bank.now - bank.real - (bank.clock === 'real' ? 0 : since(readAt, at));
}

/** The time of the bank in use at the last status, in milliseconds since 1970: accurate enough for dates. */
export function timeInUse({ status }: Pick<StatusStore, 'status'>): number {
  if (status === null) return 0;
  return status.environment.isLocal ? status.bank.now : status.bank.real;
}

/** Whether requests go to the local bank. */
export function isLocalInUse({ status }: Pick<StatusStore, 'status'>): boolean {
  return status?.environment.isLocal ?? true;
}

/** Current time of the bank in use, in milliseconds since 1970. Sessions expire by it. @param at as for {@link bankNow} */
export function sessionNow({ session }: Status, readAt: number, at = performance.now()): number {
  if (session === null) return 0;
  return session.runs ? session.now + since(readAt, at) : session.now;
}

function since(readAt: number, at: number): number {
  return Math.max(0, at - readAt);
}

/** Whether the host is reachable, by its event stream. */
export const useReach = create<{ isReached: boolean }>(() => ({ isReached: true }));

onReach((isReached) => useReach.setState({ isReached }));

export interface ShownClock {
  status: Status;
  /** Bank time now, milliseconds since 1970. */
  now: number;
  /** How far the bank's clock is ahead of the machine's, in milliseconds; negative if it is behind. */
  ahead: number;
  /** Current time of the bank in use, by which sessions expire. Milliseconds since 1970. */
  sessionTime: number;
}

/** One timer for all clocks, so that they never differ by a second. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let tick = 0;

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    tick = performance.now();
    timer = setInterval(() => {
      tick = performance.now();
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

/** The bank's clock, updated every second. @returns null before the first status */
export function useBankClock(): ShownClock | null {
  const { status, readAt } = useStatus();
  const at = useSyncExternalStore(onTick, () => tick);
  return (
    status && {
      status,
      now: bankNow(status, readAt, at),
      ahead: bankAhead(status, readAt, at),
      sessionTime: sessionNow(status, readAt, at),
    }
  );
}
