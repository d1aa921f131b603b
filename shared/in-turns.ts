/** Long work that is written as a generator: it yields every few milliseconds, where others can have their turn. */

/** Does it while others have their turn. @param turn called at every yield; may throw to stop */
export async function inTurns<T>(work: Generator<void, T>, turn: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await turn();
  }
}
