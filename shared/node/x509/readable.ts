/** Certificates of others as OpenSSL reads them. */
import { X509Certificate } from 'node:crypto';
import { pemOf } from '../../signing/certificate.ts';

/**
 * Null if OpenSSL refuses it, as it does with some that our own reader accepts, such as one whose serial number has a zero too many; and for
 * DER with more than one certificate in it.
 * @param certificate PEM or DER
 */
export function readableCertificate(certificate: string | Uint8Array): X509Certificate | null {
  try {
    if (typeof certificate === 'string') return new X509Certificate(certificate);
    // Node looks for PEM first, anywhere in the bytes: a name in one certificate could be the text of another, which it would take.
    const read = new X509Certificate(pemOf(certificate, 'CERTIFICATE'));
    return read.raw.equals(certificate) ? read : null;
  } catch {
    return null;
  }
}
