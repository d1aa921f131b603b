/**
 * Remembers the latest result of a pure function. Most requests of a TPP carry the values of the one before: the redirect URI,
 * the certificate, the second of the Date. What is given is compared by identity, so that objects must not be changed afterwards.
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

/** A plain loop, because it is asked many times for each request. */
function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}
