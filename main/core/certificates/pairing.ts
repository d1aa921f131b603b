/** Which key belongs to which certificate among the contents of files, and whether the bank accepts it. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { ImportFailure } from '../../../shared/contract/certificates.ts';
import { signRsaSha256, verifyRsaSha256 } from '../../../shared/node/crypto.ts';
import type { Certificate } from '../../../shared/signing/certificate.ts';
import { chainAbove } from '../../../shared/signing/certificate-chain.ts';
import { MIN_RSA_BITS } from '../../../shared/xs2a/bank-limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { PrivateKey } from './containers/private-key.ts';

const t = texts.core.openFiles;

export interface OpenedIdentity {
  certificate: Certificate;
  /** DER of the certificates above it, nearest first, as far as the files contain them. */
  chain: Uint8Array[];
  /** PKCS#8, DER. */
  key: Uint8Array;
  /** The friendly name in the file, or null. */
  friendlyName: string | null;
}

export type OpenResult = { kind: 'opened'; identities: OpenedIdentity[] } | ImportFailure;

export interface Found {
  keys: { key: PrivateKey; friendlyName: string | null; file: string }[];
  certificates: Certificate[];
}

/** Each key with its certificate and chain, or why none matches. */
export function paired({ keys, certificates }: Found): OpenResult {
  if (keys.length === 0) return { kind: certificates.length > 0 ? 'no-key' : 'no-certificate' };
  const identities: OpenedIdentity[] = [];
  let refused: ImportFailure | null = null;
  for (const { key, friendlyName, file } of keys) {
    const failure = unfit(key, file);
    if (failure !== null) {
      refused ??= failure;
      continue;
    }
    const certificate = certificates.find((one) => belongsTo(key, one));
    if (certificate === undefined) continue;
    if (!signsFor(key, certificate)) {
      refused ??= { kind: 'damaged', file, reason: t.noRsaKey };
      continue;
    }
    identities.push({
      certificate,
      chain: chainAbove(certificate, certificates).map(({ der }) => der),
      key: key.pkcs8,
      friendlyName,
    });
  }
  if (identities.length > 0) return { kind: 'opened', identities };
  return refused ?? { kind: certificates.length === 0 ? 'no-certificate' : 'key-does-not-fit' };
}

/** Whether the public half of a key is in a certificate. */
export function belongsTo(
  { rsa, pkcs8 }: PrivateKey,
  { modulus, exponent, publicKey }: Certificate,
): boolean {
  // By their numbers, because what OpenSSL computes with hostile ones takes minutes.
  if (rsa !== null) return rsa.modulus === modulus && rsa.exponent === exponent;
  if (modulus !== null) return false;
  try {
    return createPublicKey(privateKeyOf(pkcs8)).equals(publicKeyOf(publicKey));
  } catch {
    return false;
  }
}

/** Whether a signature of the key is valid for the certificate: the first use of the key, in a worker that can be ended. */
function signsFor({ pkcs8 }: PrivateKey, { publicKey }: Certificate): boolean {
  const data = Buffer.from('trial');
  try {
    return verifyRsaSha256(publicKeyOf(publicKey), data, signRsaSha256(privateKeyOf(pkcs8), data));
  } catch {
    return false;
  }
}

/** SIG-2: a key that the bank would refuse is reported before it is stored. */
function unfit({ algorithm, rsa, pkcs8 }: PrivateKey, file: string): ImportFailure | null {
  if (rsa === null) return { kind: 'not-rsa', algorithm };
  if (rsa.bits < MIN_RSA_BITS) return { kind: 'too-short', bits: rsa.bits };
  const damaged: ImportFailure = { kind: 'damaged', file, reason: t.noRsaKey };
  if (!rsa.secretsFit) return damaged;
  try {
    privateKeyOf(pkcs8);
    return null;
  } catch {
    return damaged;
  }
}

function privateKeyOf(pkcs8: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(spki: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
}
