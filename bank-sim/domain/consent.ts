/** Whether a consent is still valid (SCA-10, VER-2). */
import { DAY } from '../../shared/time.ts';

export interface Consent {
  id: string;
  /** Bank time in milliseconds. */
  grantedAt: number;
  revokedAt: number | null;
}

export type ConsentState = 'missing' | 'revoked' | 'expired' | 'valid';

/** Days after which the SCA must be renewed, by the bank's date (VER-2). */
export function renewalDays(bankDate: string): number {
  return bankDate >= '2023-10-01' ? 180 : 90;
}

/** The state of a consent at a bank time. At exactly 180 days it is still valid. */
export function consentState(consent: Consent | null, now: number, days: number): ConsentState {
  if (consent === null) return 'missing';
  if (consent.revokedAt !== null) return 'revoked';
  return now - consent.grantedAt > days * DAY ? 'expired' : 'valid';
}
