/** Work of a store that may be refused: the store keeps the sentence that says why. */
import { messageOf } from '../host.ts';

/** @param set of the store @returns does some work, and sets its `problem` to null or to what went wrong */
export function attemptIn(
  set: (state: { problem: string | null }) => void,
): (work: () => Promise<unknown>) => Promise<void> {
  return async (work) => {
    try {
      await work();
      set({ problem: null });
    } catch (error) {
      set({ problem: messageOf(error) });
    }
  };
}
