/** Work of a store that may be refused: the store keeps the sentence that says why. */
import { messageOf } from '../host.ts';

type Attempt = (work: () => Promise<unknown>) => Promise<void>;

/** @param set of the store @returns does some work, and sets its `problem` to null or to what went wrong */
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

/**
 * Reads of a store whose presses may be refused: what is read after a refusal takes only the sentence of an earlier read away.
 * @param set of the store @param get of the store
 */
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
