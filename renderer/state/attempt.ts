/** Actions that can fail: a store or a component has the message. */
import { useState } from 'react';
import { messageOf } from '../host.ts';

type Attempt = (work: () => Promise<unknown>) => Promise<void>;

/** @returns runs an action, and sets the store's `problem` to its message, or to null on success */
export function attemptIn(set: (state: { problem: string | null }) => void): Attempt {
  return async (work) => {
    try {
      await work();
      set({ problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  };
}

/** The same for a component. @returns also the message of the last action if it failed */
export function useAttempt(): { problem: string | null; attempt: Attempt } {
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt] = useState(() => attemptIn((state) => setProblem(state.problem)));
  return { problem, attempt };
}

/** Like {@link attemptIn} for reads: a success clears the message of an earlier read only, and keeps that of a refused action. */
export function readIn(
  set: (state: { problem: string | null }) => void,
  get: () => { problem: string | null },
): Attempt {
  let unread: string | null = null;
  return async (work) => {
    try {
      await work();
      if (unread !== null && get().problem === unread) set({ problem: null });
      unread = null;
    } catch (error) {
      unread = messageOf(error);
      set({ problem: unread });
    }
  };
}
