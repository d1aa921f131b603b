/** Computations of seconds on libuv's threads, which nothing can interrupt: an exit of the process would wait for them. */

let underway = 0;

/** Counts a computation until it ends. */
export async function computing<T>(work: Promise<T>): Promise<T> {
  underway++;
  try {
    return await work;
  } finally {
    underway--;
  }
}

/** Whether one is going on. */
export function isComputing(): boolean {
  return underway > 0;
}
