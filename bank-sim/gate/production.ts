/** The checks of certificate, registration and role in production (SIG-12). */
import { X509Certificate } from 'node:crypto';
import type { Operation } from '../../shared/xs2a/operations.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { type Registration, registrationFault } from '../domain/register.ts';
import type { TppCertificate } from './certificate.ts';

export interface ProductionChecks {
  trusted: readonly X509Certificate[];
  isBlocked: (tpp: string) => boolean;
  registrationOf: (tpp: string) => Registration | null;
  /** The quirk `openRegister`. */
  openRegister: boolean;
}

/** @param now bank time in milliseconds, at which the certificate must be valid */
export function checkProduction(
  sender: TppCertificate,
  operation: Operation,
  now: number,
  checks: ProductionChecks,
): Refusal | null {
  const no = (code: Refusal['code'], text: string) =>
    refuse({
      check: 'production',
      rule: 'SIG-12',
      status: 401,
      code,
      text: `${text} (step: production).`,
    });
  const { certificate, tpp } = sender;
  const leaf = new X509Certificate(Buffer.from(certificate.der));
  const issued = checks.trusted.some((ca) => ca.ca && leaf.checkIssued(ca) && leaf.verify(ca.publicKey));
  if (!issued)
    return no(
      'CERTIFICATE_INVALID',
      'The certificate was not issued by a certificate authority that the bank trusts',
    );
  if (now < certificate.notBefore) return no('CERTIFICATE_INVALID', 'The certificate is not yet valid');
  if (now > certificate.notAfter) return no('CERTIFICATE_EXPIRED', 'The certificate has expired');
  if (checks.isBlocked(tpp.id)) return no('CERTIFICATE_BLOCKED', 'The bank has blocked this certificate');
  const registration = checks.registrationOf(tpp.id);
  const fault = registrationFault(registration, tpp.id, checks.openRegister);
  if (fault !== null) return no(fault.code, fault.text);
  const wanted = operation.role === null ? (['PSP_AI', 'PSP_PI'] as const) : [operation.role];
  if (!wanted.some((role) => certificate.roles.includes(role))) {
    return no(
      'ROLE_INVALID',
      `This service needs the role ${wanted.join(' or ')}; the certificate has ${certificate.roles.join(', ') || 'none'}`,
    );
  }
  if (registration?.rolesEntered && !wanted.some((role) => registration.roles.includes(role))) {
    return no(
      'ROLE_INVALID',
      `This service needs the role ${wanted.join(' or ')}; the register has ${registration.roles.join(', ') || 'none'} for this TPP`,
    );
  }
  return null;
}
