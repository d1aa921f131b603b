/** The one comparison of secrets with what somebody sends. */
import { timingSafeEqual } from 'node:crypto';

/** Compares in a time that does not depend on where the two differ. */
export function sameSecret(given: string | Uint8Array, wanted: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
