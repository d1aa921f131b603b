/** Gives way to others in the midst of work that never waits by itself. */
import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds of work in a row. */
const LONGEST = 10;

/** One for all that works at once: together they give way. */
export class Breath {
  private since = performance.now();
  private giving: Promise<void> | null = null;

  /** Resolves at once, or when timers, sockets and files have had their turn. */
  async take(): Promise<void> {
    if (performance.now() - this.since < LONGEST) return;
    this.giving ??= others().then(() => {
      this.giving = null;
      this.since = performance.now();
    });
    await this.giving;
  }
}

/** The same work for each of many, while others have their turn. @param after called after each; may throw to stop */
export async function inTurns<One, Result>(
  all: readonly One[],
  breath: Breath,
  work: (one: One) => Result,
  after: () => void = () => undefined,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of all) {
    results.push(work(one));
    await breath.take();
    after();
  }
  return results;
}
