/** How long work of a thread may take, on a machine that may be busy with something else. */

/** When the work waits for a processor, or for a slow disk, it may take so many times as long. */
const PATIENCE = 8;

/**
 * Ends work that took too long by the clock and by the time that this process used a processor. The clock alone would end quick
 * work that was hardly given any. What other threads use counts too, so that the limit is reached earlier, but never before its time.
 * @param longest milliseconds @param end called at most once
 * @returns lifts the limit
 */
export function startLimit(longest: number, end: () => void): () => void {
  const before = process.cpuUsage();
  const started = performance.now();
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const look = (): void => {
    const rest = Math.min(longest - used(), PATIENCE * longest - (performance.now() - started));
    if (rest <= 0) end();
    else timer = setTimeout(look, Math.ceil(rest));
  };
  let timer = setTimeout(look, longest);
  return () => clearTimeout(timer);
}
