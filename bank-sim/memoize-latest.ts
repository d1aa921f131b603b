/**
 * Caches the latest result of a pure function, because most requests from a TPP repeat values: the redirect URI, the second of the
 * Date. Arguments are compared by identity, so that objects must not be changed.
 */
export function memoizeLatest<A extends readonly unknown[], T>(
  compute: (...given: A) => T,
): (...given: A) => T {
  let latest: { given: A; result: T } | null = null;
  return (...given) => {
    if (latest === null || !areSame(given, latest.given)) latest = { given, result: compute(...given) };
    return latest.result;
  };
}

/** A plain loop, because it runs many times for each request. */
function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}
