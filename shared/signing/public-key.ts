/** Public keys, as their DER describes them (RFC 5280, 4.1.2.7). */
import { derChildren, type DerNode, expectTag, hex, oidText, readDer, TAG } from './der.ts';

/** rsaEncryption (RFC 8017). */
export const RSA = '1.2.840.113549.1.1.1';

/** Names of key algorithms by OID. */
export const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  [RSA, 'RSA'],
  ['1.2.840.113549.1.1.10', 'RSA-PSS'],
  ['1.2.840.10045.2.1', 'EC'],
  ['1.3.101.112', 'Ed25519'],
  ['1.3.101.113', 'Ed448'],
  ['1.3.101.110', 'X25519'],
  ['1.2.840.10040.4.1', 'DSA'],
]);

export interface PublicKey {
  /** The name if it is known, otherwise the dotted OID. */
  algorithm: string;
  /** Null for any algorithm but rsaEncryption; numbers in upper-case hexadecimal without leading zeros. */
  rsa: { modulus: string; exponent: string; bits: number } | null;
}

/** Reads a SubjectPublicKeyInfo. @throws DerError */
export function readPublicKey(spki: DerNode): PublicKey {
  const [algorithm, bits] = derChildren(expectTag(spki, TAG.sequence, 'The public key'));
  const [type] = derChildren(expectTag(algorithm, TAG.sequence, 'The key algorithm'));
  const oid = oidText(expectTag(type, TAG.oid, 'The key algorithm').value);
  const name = ALGORITHMS.get(oid) ?? oid;
  if (oid !== RSA) return { algorithm: name, rsa: null };
  const numbers = derChildren(readDer(expectTag(bits, TAG.bitString, 'The public key').value, 1));
  const modulus = digitsOf(numbers[0]);
  return { algorithm: name, rsa: { modulus, exponent: digitsOf(numbers[1]), bits: bitsOf(modulus) } };
}

function digitsOf(number: DerNode | undefined): string {
  return hex(expectTag(number, TAG.integer, 'A number of the key').value).replace(/^0+/, '');
}

/** The number of bits of a hexadecimal number without leading zeros. */
export function bitsOf(digits: string): number {
  if (digits === '') return 0;
  return (digits.length - 1) * 4 + Number.parseInt(digits.charAt(0), 16).toString(2).length;
}
