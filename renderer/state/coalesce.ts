/** Reads that follow each other, so that an older answer never replaces a newer one. */

/**
 * @param read reads something and keeps the answer
 * @returns the same, one at a time: a call while another is under way shares the next one, which begins after the call. So
 * what its caller has just changed is in the answer.
 */
export function coalesced(read: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = () => {
    const begun = read().finally(() => {
      if (current === begun) current = null;
    });
    current = begun;
    return begun;
  };
  const after = async (earlier: Promise<void>) => {
    await Promise.allSettled([earlier]);
    next = null;
    return begin();
  };
  return () => {
    if (next !== null) return next;
    if (current === null) return begin();
    next = after(current);
    return next;
  };
}
