/** What work costs, on a machine that does other things too. */

/** @returns what the work returns, and the seconds of processor time it took, however long it waited for its turn */
export function measured<T>(work: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1_000_000 };
}

/** The same for work that waits, with whatever else this process does meanwhile. */
export async function measuredUntil<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1_000_000 };
}
