/** The status of the workbench: read once, and again whenever the host reports a change. */
import { create } from 'zustand';
import type { Status } from '../../shared/contract/status.ts';
import { host, messageOf } from '../host.ts';
import { inTurn } from './in-turn.ts';

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
  refresh: inTurn(async () => {
    try {
      const status = await host.call('app.status', {});
      set({ status, readAt: performance.now(), error: null });
    } catch (error) {
      set({ error: messageOf(error) });
    }
  }),
}));

host.on('status.changed', () => void useStatus.getState().refresh());

/** Bank time now, milliseconds since 1970. */
export function bankNow(status: Status, readAt: number): number {
  return status.bank.clock === 'real' ? status.bank.now + (performance.now() - readAt) : status.bank.now;
}

/** Bank time at the last status, in milliseconds since 1970: accurate enough for dates. */
export function bankTime({ status }: StatusStore): number {
  return status?.bank.now ?? 0;
}

/** Current time of the bank in use, in milliseconds since 1970. Sessions expire by it. */
export function sessionNow({ session }: Status, readAt: number): number {
  if (session === null) return 0;
  return session.runs ? session.now + (performance.now() - readAt) : session.now;
}
