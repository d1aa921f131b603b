/** Private keys in the forms that programs write: PKCS#8, PKCS#1 and SEC 1, plain or encrypted with a password. */
import { createHash } from 'node:crypto';
import {
  derChildren,
  DerError,
  type DerNode,
  expectTag,
  hex,
  oidText,
  readDer,
  TAG,
  derInteger,
  derNull,
  derOctets,
  derOid,
  derSequence,
} from '../../../../shared/signing/der.ts';
import { ALGORITHMS, bitsOf, curveOf, EC, RSA } from '../../../../shared/signing/certificate.ts';
import { MAX_EXPONENT_BITS } from '../../../../shared/xs2a/bank-limits.ts';
import type { CipherChoice } from './ciphers.ts';
import { decrypt } from './ciphers.ts';
import { AES_256, CostError, type Opened, TRIPLE_DES } from './pbe.ts';
import { byteForms } from './pkcs12-kdf.ts';
import { MAX_RSA_BITS } from '../../../../shared/limits.ts';

export interface PrivateKey {
  /** PKCS#8, DER. */
  pkcs8: Uint8Array;
  algorithm: string;
  /** The public half of an RSA key in upper-case hexadecimal, or null for another algorithm. */
  rsa: RsaNumbers | null;
  /** Curve of an EC key as in a certificate, or null. */
  curve: string | null;
}

export interface RsaNumbers {
  modulus: string;
  exponent: string;
  bits: number;
  /** Whether the secret numbers are as long as those of two primes whose product is the modulus, or shorter. */
  secretsFit: boolean;
}

/**
 * Refuses numbers that make signing too slow: it cannot be interrupted.
 * @param rsa null for another algorithm @throws CostError
 */
export function checkRsa(rsa: { modulus: string; exponent: string } | null): void {
  if (rsa === null) return;
  const tooLong = (bits: number, most: number, of: string) => {
    if (bits > most) throw new CostError(`${bits} bits of RSA ${of}; at most ${most} are accepted`);
  };
  tooLong(bitsOf(rsa.modulus), MAX_RSA_BITS, 'key');
  tooLong(bitsOf(rsa.exponent), MAX_EXPONENT_BITS, 'exponent');
}

/** Reads PKCS#8 (RFC 5208), PKCS#1 (RFC 8017, A.1.2) or SEC 1 (RFC 5915). Returns null for anything else. @throws DerError */
export function readPrivateKey(bytes: Uint8Array): PrivateKey | null {
  const outer = readDer(bytes);
  if (outer.tag !== TAG.sequence) return null;
  const fields = derChildren(outer);
  const [version, second, third] = fields;
  if (version?.tag !== TAG.integer) return null;
  if (second?.tag === TAG.sequence && third?.tag === TAG.octetString) return fromPkcs8(outer, second, third);
  if (fields.length >= 9 && fields.every((field) => field.tag === TAG.integer)) {
    const algorithm = derSequence(derOid(RSA), derNull());
    return fromPkcs1(derSequence(derInteger(0), algorithm, derOctets(outer.raw)), outer);
  }
  if (second?.tag === TAG.octetString && (third === undefined || third.tag >= 0xa0))
    return fromSec1(outer, third);
  return null;
}

function fromPkcs8(outer: DerNode, algorithm: DerNode, inside: DerNode): PrivateKey {
  const [type, parameters] = derChildren(algorithm);
  const oid = oidText(expectTag(type, TAG.oid, 'The key algorithm').value);
  if (oid !== RSA) {
    const curve = oid === EC ? curveOf(parameters) : null;
    return { pkcs8: outer.raw, algorithm: ALGORITHMS.get(oid) ?? oid, rsa: null, curve };
  }
  return fromPkcs1(outer.raw, readDer(inside.value));
}

/** @param parameters [0] with the curve */
function fromSec1(outer: DerNode, parameters: DerNode | undefined): PrivateKey {
  const [curve] = parameters?.tag === 0xa0 ? derChildren(parameters) : [];
  const algorithm = derSequence(derOid(EC), ...(curve ? [curve.raw] : []));
  const pkcs8 = derSequence(derInteger(0), algorithm, derOctets(outer.raw));
  return { pkcs8, algorithm: 'EC', rsa: null, curve: curveOf(curve) };
}

function fromPkcs1(pkcs8: Uint8Array, key: DerNode): PrivateKey {
  const [, first, second, ...others] = derChildren(expectTag(key, TAG.sequence, 'The RSA key'));
  if (!first || !second) throw new DerError('The modulus or exponent of the RSA key is missing.');
  const text = (node: DerNode) =>
    hex(expectTag(node, TAG.integer, 'A number of the RSA key').value).replace(/^0+/, '');
  const [modulus, exponent] = [text(first), text(second)];
  const bits = bitsOf(modulus);
  // A key of more than two primes has a list here, which neither Java nor BoringSSL reads.
  const [secret = 0, p = 0, q = 0, ...rest] = others.map((node) => bitsOf(text(node)));
  const secretsFit = p + q <= bits + 1 && [secret, ...rest].every((length) => length <= bits);
  return { pkcs8, algorithm: 'RSA', rsa: { modulus, exponent, bits, secretsFit }, curve: null };
}

/** Algorithm and content of an EncryptedPrivateKeyInfo (RFC 5208, 6), or null if the bytes are something else. */
export function readSealedKey(bytes: Uint8Array): { algorithm: DerNode; data: Uint8Array } | null {
  const [algorithm, data, more] = derChildren(readDer(bytes));
  if (algorithm?.tag !== TAG.sequence || data?.tag !== TAG.octetString || more !== undefined) return null;
  return { algorithm, data: data.value };
}

const TRADITIONAL = new Map<string, CipherChoice>([
  ['AES-128-CBC', { ...AES_256, name: 'aes-128-cbc', keySize: 16 }],
  ['AES-192-CBC', { ...AES_256, name: 'aes-192-cbc', keySize: 24 }],
  ['AES-256-CBC', AES_256],
  ['DES-EDE3-CBC', TRIPLE_DES],
]);

/** Opens a key in the traditional form: `DEK-Info: <cipher>,<vector>`, with a key derived by MD5 (openssl's EVP_BytesToKey). */
export function openTraditional(dekInfo: string, data: Uint8Array, password: string): Opened {
  const [name = '', vector = ''] = dekInfo.split(',');
  const cipher = TRADITIONAL.get(name.trim().toUpperCase());
  if (cipher === undefined) return { ok: false, reason: 'unsupported', what: `the cipher ${name}` };
  const iv = Buffer.from(vector.trim(), 'hex');
  if (iv.length !== cipher.ivSize)
    throw new DerError('The initialisation vector in the DEK-Info header has the wrong length.');
  for (const bytes of byteForms(password)) {
    const plain = decrypt(cipher, bytesToKey(bytes, iv.subarray(0, 8), cipher.keySize), iv, data);
    if (plain !== null && isKey(plain)) return { ok: true, plain };
  }
  return { ok: false, reason: 'wrong-password' };
}

function bytesToKey(password: Buffer, salt: Buffer, size: number): Buffer {
  let made = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  while (made.length < size) {
    last = createHash('md5').update(last).update(password).update(salt).digest();
    made = Buffer.concat([made, last]);
  }
  return made.subarray(0, size);
}

function isKey(bytes: Buffer): boolean {
  try {
    return readPrivateKey(bytes) !== null;
  } catch {
    return false;
  }
}
