/**
 * The RSA public-key operation (RFC 8017, 5.2.2): it gives back what a signature was made of. Public data only, so it need not
 * run in constant time.
 */
import { readDer } from '../der.ts';
import { readPublicKey } from '../public-key.ts';
import { toHex } from './hash.ts';
import { MAX_RECOVERED_EXPONENT, MAX_RECOVERED_RSA_BITS } from '../../limits.ts';

export interface RsaKey {
  modulus: bigint;
  exponent: bigint;
  /** Bytes of the modulus, and so of each signature. */
  bytes: number;
}

/** The key in a SubjectPublicKeyInfo; null if it is not RSA, or too large to calculate with here. */
export function rsaKeyOf(publicKey: Uint8Array): RsaKey | null {
  const { rsa } = readPublicKey(readDer(publicKey));
  if (rsa === null || rsa.bits < 512 || rsa.bits > MAX_RECOVERED_RSA_BITS) return null;
  const exponent = BigInt(`0x${rsa.exponent || '0'}`);
  if (exponent < 3n || exponent > BigInt(MAX_RECOVERED_EXPONENT)) return null;
  return { modulus: BigInt(`0x${rsa.modulus}`), exponent, bytes: Math.ceil(rsa.bits / 8) };
}

/** The block from which a signature was made, one char per byte; null if the signature does not belong to a key of this size. */
export function recoverBlock(signature: string, { modulus, exponent, bytes }: RsaKey): string | null {
  if (signature.length !== bytes) return null;
  const value = BigInt(`0x${toHex(signature)}`);
  if (value >= modulus) return null;
  const digits = power(value, exponent, modulus)
    .toString(16)
    .padStart(bytes * 2, '0');
  let block = '';
  for (let at = 0; at < digits.length; at += 2)
    block += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  return block;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
