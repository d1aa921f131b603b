/** Checks certificate, registration and role in production (SIG-12). */
import type { X509Certificate } from 'node:crypto';
import { readableCertificate } from '../../shared/node/crypto.ts';
import type { Operation } from '../../shared/xs2a/operations.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { type Registration, registrationFault } from '../domain/register.ts';
import type { TppCertificate } from './certificate.ts';

export interface ProductionChecks {
  trusted: readonly X509Certificate[];
  isBlocked: (tpp: string) => boolean;
  registrationOf: (tpp: string) => Registration | null;
  openRegister: boolean;
}

/** @param now bank time in milliseconds, at which the certificate must be valid */
export function checkProduction(
  sender: TppCertificate,
  operation: Operation,
  now: number,
  checks: ProductionChecks,
): Refusal | null {
  const no = (code: Refusal['code'], text: string, hint: string) =>
    refuse({
      check: 'production',
      rule: 'SIG-12',
      status: 401,
      code,
      text: `${text} (step: production).`,
      hint,
    });
  const { certificate, tpp } = sender;
  const leaf = readableCertificate(certificate.der);
  const isIssuer = (ca: X509Certificate) =>
    leaf !== null && ca.ca && leaf.checkIssued(ca) && leaf.verify(ca.publicKey);
  if (!checks.trusted.some(isIssuer))
    return no(
      'CERTIFICATE_INVALID',
      'The certificate was not issued by a certificate authority that the bank trusts',
      'In the window, select the certificate under Certificates: there, the local bank can be told to trust its CA. A bank without a window is told with --trust FILE when it starts. Or sign with a certificate of a CA that the bank trusts.',
    );
  if (now < certificate.notBefore)
    return no(
      'CERTIFICATE_INVALID',
      'The certificate is not yet valid',
      'By the clock of the bank, its validity has not begun: move that clock on, or sign with another certificate.',
    );
  if (now > certificate.notAfter)
    return no(
      'CERTIFICATE_EXPIRED',
      'The certificate has expired',
      'By the clock of the bank, its validity has ended: renew it under Certificates, or sign with another one.',
    );
  if (checks.isBlocked(tpp.id))
    return no(
      'CERTIFICATE_BLOCKED',
      'The bank has blocked this certificate',
      'Under Bank, TPPs, “Unblock” ends that.',
    );
  const registration = checks.registrationOf(tpp.id);
  const fault = registrationFault(registration, tpp.id, checks.openRegister);
  if (fault !== null) return no(fault.code, fault.text, fault.hint);
  const wanted = operation.role === null ? (['PSP_AI', 'PSP_PI'] as const) : [operation.role];
  if (!wanted.some((role) => certificate.roles.includes(role))) {
    return no(
      'ROLE_INVALID',
      `This service needs the role ${wanted.join(' or ')}; the certificate has ${certificate.roles.join(', ') || 'none'}`,
      'Sign with a certificate that has the role: “New test certificate” under Certificates makes one with the roles that you choose.',
    );
  }
  if (registration?.rolesEntered && !wanted.some((role) => registration.roles.includes(role))) {
    return no(
      'ROLE_INVALID',
      `This service needs the role ${wanted.join(' or ')}; the register has ${registration.roles.join(', ') || 'none'} for this TPP`,
      'Under Bank, TPPs, enter the TPP again with the role.',
    );
  }
  return null;
}
