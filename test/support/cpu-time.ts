/** What work costs, on a machine that does other things too. */

/** @returns what the work returns, and the seconds of processor time it took, however long it waited for its turn */
export function measured<T>(work: () => T): { result: T; seconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1_000_000 };
}
