/** Which key belongs to which certificate among the contents of files, and whether the bank accepts it. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { ImportFailure } from '../../../shared/contract/certificates.ts';
import { type Certificate, isTlsCurve } from '../../../shared/signing/certificate.ts';
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
  if (keys.length === 0) return { kind: 'no-key' };
  const identities: OpenedIdentity[] = [];
  let refused: ImportFailure | null = null;
  for (const { key, friendlyName, file } of keys) {
    const failure = unfit(key, file);
    if (failure !== null) {
      refused ??= failure;
      continue;
    }
    const certificate = certificates.find((one) => belongsTo(key, one));
    if (certificate === undefined || identities.some((known) => known.certificate === certificate)) continue;
    if (!signsFor(key, certificate)) {
      refused ??= { kind: 'damaged', file, reason: t.noKey };
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

/** Whether the public half of an RSA or EC key is in a certificate. */
export function belongsTo(key: PrivateKey, certificate: Certificate): boolean {
  const { rsa, pkcs8 } = key;
  const { modulus, exponent, publicKey } = certificate;
  // By their numbers, because what OpenSSL computes with hostile ones takes minutes.
  if (rsa !== null) return rsa.modulus === modulus && rsa.exponent === exponent;
  if (!isTlsCurve(key) || !isTlsCurve(certificate)) return false;
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
    // RSASSA-PKCS1-v1_5 or ECDSA.
    return verify('sha256', data, publicKeyOf(publicKey), sign('sha256', data, privateKeyOf(pkcs8)));
  } catch {
    return false;
  }
}

/** SIG-2: a key that banks would refuse, for signing and for TLS, is reported before it is stored. */
function unfit(key: PrivateKey, file: string): ImportFailure | null {
  const { algorithm, rsa, curve, pkcs8 } = key;
  if (rsa === null && !isTlsCurve(key))
    return { kind: 'key-not-supported', algorithm: curve === null ? algorithm : `${algorithm} (${curve})` };
  if (rsa !== null && rsa.bits < MIN_RSA_BITS) return { kind: 'too-short', bits: rsa.bits };
  const damaged: ImportFailure = { kind: 'damaged', file, reason: t.noKey };
  if (rsa?.secretsFit === false) return damaged;
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
