/** The only callers of crypto.sign and crypto.verify: RSASSA-PKCS1-v1_5 with SHA-256, RSA keys only (SIG-8, SIG-15). */
import { createHash, type KeyObject, sign, verify } from 'node:crypto';

/** Signs bytes. @throws TypeError for a key that is not RSA, with which node:crypto would silently create another kind of signature */
export function signRsaSha256(key: KeyObject, data: Uint8Array): Uint8Array {
  requireRsa(key);
  return sign('RSA-SHA256', data, key);
}

function requireRsa(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'rsa')
    throw new TypeError(`Signing needs an RSA key; this one is ${key.asymmetricKeyType}.`);
}

/** The same on one of libuv's threads. Rejects as {@link signRsaSha256} throws. */
export function signRsaSha256OnThread(key: KeyObject, data: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    requireRsa(key);
    sign('RSA-SHA256', data, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

/** Whether a signature over bytes is valid. False for any key that is not RSA. */
export function verifyRsaSha256(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  return key.asymmetricKeyType === 'rsa' && verify('RSA-SHA256', data, key, signature);
}

/** Hash of bytes. */
export function hashOf(algorithm: 'SHA-256' | 'SHA-512', data: Uint8Array): Uint8Array {
  return createHash(algorithm === 'SHA-256' ? 'sha256' : 'sha512')
    .update(data)
    .digest();
}
