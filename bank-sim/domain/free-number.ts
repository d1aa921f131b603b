/** National identity numbers for customers that are created without one (SBX-2). */
import { syntheticIdentityNumber } from '../../shared/norway/numbers.ts';

/** There are about 200,000 numbers, and each try is a query. */
const MAX_TRIES = 10_000;

/**
 * An unused synthetic national identity number; null if none is found.
 * @param from how many numbers to skip, usually the number of customers, which have the first ones
 */
export function freeNumber(from: number, isUsed: (number: string) => boolean): string | null {
  for (let n = from; n < from + MAX_TRIES; n++) {
    const number = syntheticIdentityNumber(
      1970 + (n % 29),
      1 + (n % 12),
      1 + (n % 28),
      String(100 + (n % 400)),
    );
    if (number !== null && !isUsed(number)) return number;
  }
  return null;
}
