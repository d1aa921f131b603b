/**
 * Coalesces concurrent reads, so that an older result never replaces a newer one: calls during a read share the next one, which
 * begins after they were made and so includes their changes.
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
