/**
 * Why nothing is sent to an imported environment. An export has no keys, so its certificates may be missing. And a file could name a
 * stranger's address with a certificate of the user, so the user confirms both before anything is signed for it.
 */
import { HostError } from '../../../shared/contract/envelope.ts';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { printRfc2253 } from '../../../shared/signing/distinguished-names.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.environments;

/** PEM of each missing certificate; empty if the file did not have it. Null if nothing is missing. */
export interface MissingCertificates {
  missingCertificate: string | null;
  missingTlsCertificate: string | null;
}

/** What the user sees of an environment before anything is sent there. */
export interface Shown extends MissingCertificates {
  name: string;
  /** Null for the local bank, whose address depends on its port. */
  baseUrl: string | null;
  /** Other hosts of its bank. */
  hosts: string[];
  /** 1 until the user has confirmed it. */
  unconfirmed: 0 | 1;
}

/** @throws HostError that names what is missing or must be confirmed */
export function mustNotBeBlocked(environment: Shown): void {
  const blocked = blockedBy(environment);
  if (blocked !== null) throw new HostError('refused', blocked);
}

/** The same, but a confirmed one may lack certificates. @throws HostError */
export function mustBeConfirmed(environment: Shown): void {
  if (environment.unconfirmed === 1) mustNotBeBlocked(environment);
}

/** Why nothing is sent there; null if all certificates are present and the user has confirmed it. */
export function blockedBy(environment: Shown): string | null {
  const { name, unconfirmed, missingCertificate, missingTlsCertificate } = environment;
  const missing = missingCertificate ?? missingTlsCertificate;
  if (missing !== null) return t.certificateMissing(name, nameOf(missing));
  return unconfirmed === 1 ? t.unconfirmed(name, addressOf(environment)) : null;
}

/** The addresses that requests are signed for: a host with look-alike letters shows as Punycode. */
export function addressOf({ baseUrl, hosts }: Pick<Shown, 'baseUrl' | 'hosts'>): string {
  return [URL.parse(baseUrl ?? '')?.href ?? baseUrl ?? '', ...hosts].join(', ');
}

/** Its subject and serial number; null if they are not known. */
function nameOf(pem: string): string | null {
  try {
    const { subject, serial } = readCertificateHeader(pem);
    return t.certificateNamed(printRfc2253(subject), serial);
  } catch {
    // The file may have anything there.
    return null;
  }
}
