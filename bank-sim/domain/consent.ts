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

/** The last millisecond, in bank time, at which a consent is valid (SCA-10). */
export function validUntil({ grantedAt }: Pick<Consent, 'grantedAt'>, days: number): number {
  return grantedAt + days * DAY;
}

/** At exactly 180 days a consent is still valid. */
export function givenState(consent: Consent, now: number, days: number): Exclude<ConsentState, 'missing'> {
  if (consent.revokedAt !== null) return 'revoked';
  return now > validUntil(consent, days) ? 'expired' : 'valid';
}

export function consentState(consent: Consent | null, now: number, days: number): ConsentState {
  return consent === null ? 'missing' : givenState(consent, now, days);
}
