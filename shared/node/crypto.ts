/** RSA signatures, hashes, comparison of secrets and certificates by OpenSSL. */
import { hash, type KeyObject, sign, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import type { Hash, HashName } from '../signing/causes/hash.ts';
import { pemOf } from '../signing/certificate.ts';
import { isAscii } from '../signing/signature-header.ts';

/** RSASSA-PKCS1-v1_5 with SHA-256 (SIG-8, SIG-15). @throws TypeError for any other key, with which OpenSSL would use another scheme */
export function signRsaSha256(key: KeyObject, data: Uint8Array): Uint8Array {
  requireRsa(key);
  return sign('RSA-SHA256', data, key);
}

/** The same on one of libuv's threads. Rejects as {@link signRsaSha256} throws. */
export function signRsaSha256OnThread(key: KeyObject, data: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    requireRsa(key);
    sign('RSA-SHA256', data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

function requireRsa(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'rsa')
    throw new TypeError(`Signing needs an RSA key; this one is ${key.asymmetricKeyType}.`);
}

/** Whether a signature is valid. False for any key that is not RSA. */
export function verifyRsaSha256(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  return key.asymmetricKeyType === 'rsa' && verify('RSA-SHA256', data, key, signature);
}

const NAMES: Readonly<Record<HashName, string>> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

export function hashOf(algorithm: HashName, data: Uint8Array): Uint8Array {
  return hash(NAMES[algorithm], data, 'buffer');
}

/** The hash for `signing/causes`, without a copy of plain ASCII: a search hashes thousands of texts. */
export const hashText: Hash = (name, text) =>
  hash(NAMES[name], isAscii(text) ? text : Buffer.from(text, 'latin1'), 'hex');

/** Constant-time comparison. */
export function sameSecret(given: string | Uint8Array, wanted: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * A certificate as OpenSSL reads it. Null if OpenSSL refuses it although our own reader accepts it, for example for a leading zero in the
 * serial number, and for DER with trailing data.
 * @param certificate PEM or DER
 */
export function readableCertificate(certificate: string | Uint8Array): X509Certificate | null {
  try {
    if (typeof certificate === 'string') return new X509Certificate(certificate);
    // As PEM, because Node searches DER for PEM: a name in the certificate could contain another certificate.
    const read = new X509Certificate(pemOf(certificate, 'CERTIFICATE'));
    return read.raw.equals(certificate) ? read : null;
  } catch {
    return null;
  }
}
