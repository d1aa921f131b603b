/**
 * Why nothing is sent to an imported environment. An export has no keys, so its certificates may not be here. And a file may come from
 * anybody: it could name a stranger's address and a certificate of the user, so the user sees both before anything is signed for it.
 */
import type { Database } from '../../../shared/node/sqlite.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { printRfc2253 } from '../../../shared/signing/distinguished-names.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.environments;

/** PEM of each certificate that is not here; empty if the file did not have it. Null if nothing is missing. */
export interface MissingCertificates {
  missingCertificate: string | null;
  missingTlsCertificate: string | null;
}

/** What a person sees of an environment before anything is sent there. */
export interface Shown extends MissingCertificates {
  name: string;
  /** Null for the local bank, whose address depends on its port. */
  baseUrl: string | null;
  /** 1 until the user has confirmed it. */
  unconfirmed: 0 | 1;
}

/** Marks an imported environment. The certificate that it has meanwhile signs nothing. */
export function markImported(
  db: Database,
  id: string,
  { missingCertificate, missingTlsCertificate }: MissingCertificates,
): void {
  db.prepare(
    'UPDATE environment SET missing_certificate = ?, missing_tls_certificate = ?, unconfirmed = 1 WHERE id = ?',
  ).run(missingCertificate, missingTlsCertificate, id);
}

/** Gives a certificate to the environments that miss it. @param pem of the certificate that has just been imported */
export function giveToThoseThatMissIt(db: Database, id: string, pem: string): void {
  db.transaction(() => {
    db.prepare(
      'UPDATE environment SET certificate_id = ?, missing_certificate = NULL WHERE missing_certificate = ?',
    ).run(id, pem);
    db.prepare(
      'UPDATE environment SET tls_certificate_id = ?, missing_tls_certificate = NULL WHERE missing_tls_certificate = ?',
    ).run(id, pem);
  })();
}

/** @throws HostError that says what is missing, because another certificate would sign for somebody else, or what to confirm */
export function mustNotBeBlocked(environment: Shown): void {
  const blocked = blockedBy(environment);
  if (blocked !== null) throw new HostError('refused', blocked);
}

/** The same, but one that is confirmed may miss certificates. */
export function mustBeConfirmed(environment: Shown): void {
  if (environment.unconfirmed === 1) mustNotBeBlocked(environment);
}

/** Why nothing is sent there; null if all certificates are here and the user has confirmed it. */
export function blockedBy(environment: Shown): string | null {
  const { name, baseUrl, unconfirmed, missingCertificate, missingTlsCertificate } = environment;
  const missing = missingCertificate ?? missingTlsCertificate;
  if (missing !== null) return t.certificateMissing(name, nameOf(missing));
  return unconfirmed === 1 ? t.unconfirmed(name, addressOf(baseUrl ?? '')) : null;
}

/** An address as it is connected to: a host with letters that look like others shows as what it is. */
export function addressOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.href ?? baseUrl;
}

/** Its subject and serial number; null if they are not known. */
function nameOf(pem: string): string | null {
  try {
    const { subject, serial } = readCertificateHeader(pem);
    return t.certificateNamed(printRfc2253(subject), serial);
  } catch {
    // The file has come from somewhere, and what it says cannot be trusted to be a certificate.
    return null;
  }
}
