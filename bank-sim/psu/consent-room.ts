/** How many consents the bank keeps until it is reset (SCA-11). */
import { MOST_AT_BANK } from '../../shared/xs2a/limits.ts';
import type { AccessStore } from '../store/access.ts';

/** @returns why there is no room for one more, or null */
export function noRoomForConsent(access: Pick<AccessStore, 'consentsKept'>): string | null {
  const { count, shared } = MOST_AT_BANK.consents;
  const kept = access.consentsKept();
  if (kept.count < count && kept.shared < shared) return null;
  return 'The bank has as many consents as it can keep. Reset the bank.';
}
