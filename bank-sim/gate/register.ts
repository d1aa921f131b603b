/** Enters a TPP in the register when it calls the bank (SIG-12, quirk `openRegister`). */
import { enteredByCall } from '../domain/register.ts';
import type { RegisterStore } from '../store/register.ts';
import type { TppCertificate } from './certificate.ts';
import { MAX_CALL_REGISTRATIONS } from '../../shared/limits.ts';

/** @param sender of a request that the bank has not refused @returns whether the register has changed */
export function noteCall(
  { tpp, certificate }: Pick<TppCertificate, 'tpp' | 'certificate'>,
  register: RegisterStore,
): boolean {
  const before = register.get(tpp.id);
  const after = enteredByCall(before, { ...tpp, roles: certificate.roles });
  if (after === null || (before === null && register.count() >= MAX_CALL_REGISTRATIONS)) return false;
  register.put(after);
  return true;
}
