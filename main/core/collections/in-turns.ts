/** Work on thousands of files, each of which is written to the disk before the next: others have their turn in between. */
import { setImmediate } from 'node:timers/promises';

/** Does work piece by piece; everything else goes on after each. @returns what it returns @throws what it throws */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    await setImmediate();
  }
}

/**
 * Undoes work that has failed half-way, piece by piece. What cannot be undone stays: the error that is reported came first.
 * @param undo the last change first
 */
export function* undone(undo: readonly (() => void)[]): Generator<void, void> {
  for (const back of undo) {
    try {
      back();
    } catch {
      // Somebody has changed it since, perhaps.
    }
    yield;
  }
}
