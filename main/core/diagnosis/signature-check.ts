/** Verifies a signature and a digest, for responses received and requests sent. */
import { createPublicKey } from 'node:crypto';
import { verifyRsaSha256 } from '../../../shared/node/crypto.ts';
import { binaryToBytes, decodeBase64 } from '../../../shared/signing/base64.ts';
import { type Certificate, bitsOf } from '../../../shared/signing/certificate.ts';
import { type DigestAlgorithm, readDigest, sameBytes } from '../../../shared/signing/digest.ts';
import type { SignatureParts } from '../../../shared/signing/signature-header.ts';
import { type SignedMessage, signingString } from '../../../shared/signing/signing-string.ts';
import { MAX_EXPONENT_BITS } from '../../../shared/xs2a/bank-limits.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.signatureCheck;

/**
 * Verifies the signature over the listed headers with the key of the certificate (SIG-7, SIG-8).
 * @throws RangeError for a listed header that is absent, or an exponent that is too long
 */
export function signatureFits(
  { headers, signature }: SignatureParts,
  message: SignedMessage,
  { publicKey, exponent }: Certificate,
): boolean {
  if (bitsOf(exponent ?? '') > MAX_EXPONENT_BITS) throw new RangeError(t.exponentTooLong(MAX_EXPONENT_BITS));
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  const bytes = decodeBase64(signature);
  return bytes !== null && verifyRsaSha256(key, binaryToBytes(signingString(headers, message)), bytes);
}

/** Why a Digest header does not match a body, or null if it does (SIG-11). @param hashOf hash of the body */
export function digestFault(
  value: string,
  hashOf: (algorithm: DigestAlgorithm) => Uint8Array,
): string | null {
  const read = readDigest(value);
  if (!read.ok) return read.reason;
  return read.digests.every((one) => sameBytes(one.hash, hashOf(one.algorithm))) ? null : t.anotherBody;
}
