/** Certificates of imported environments that are not here: an export has no keys. Until they are, nothing is sent there. */
import type { Database } from '../../../shared/node/sqlite/database.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { readCertificateHeader } from '../../../shared/signing/certificate.ts';
import { printRfc2253 } from '../../../shared/signing/names.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.environments;

/** PEM of each certificate that is not here; empty if the file did not have it. Null if nothing is missing. */
export interface MissingCertificates {
  missingCertificate: string | null;
  missingTlsCertificate: string | null;
}

/** Marks an imported environment. The certificate that it has meanwhile signs nothing. */
export function markMissing(
  db: Database,
  id: string,
  { missingCertificate, missingTlsCertificate }: MissingCertificates,
): void {
  db.prepare('UPDATE environment SET missing_certificate = ?, missing_tls_certificate = ? WHERE id = ?').run(
    missingCertificate,
    missingTlsCertificate,
    id,
  );
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

/** @throws HostError that names what is missing: another certificate would sign for somebody else */
export function mustHaveCertificates(environment: MissingCertificates & { name: string }): void {
  const blocked = blockedBy(environment);
  if (blocked !== null) throw new HostError('refused', blocked);
}

/** Why nothing is sent there; null if all certificates are here. */
export function blockedBy(environment: MissingCertificates & { name: string }): string | null {
  const { name, missingCertificate, missingTlsCertificate } = environment;
  const missing = missingCertificate ?? missingTlsCertificate;
  return missing === null ? null : t.certificateMissing(name, nameOf(missing));
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
