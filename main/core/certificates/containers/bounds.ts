/** What a file may ask of the machine. Everything here is chosen by whoever made the file, long before its password is checked. */
import type { Certificate } from '../../../../shared/signing/certificate.ts';
import { bitsOf } from '../../../../shared/signing/public-key.ts';
import { MAX_EXPONENT_BITS } from '../../../../shared/xs2a/limits.ts';

/** Rounds of one key derivation. OWASP's highest advice of 2023 is 1.3 million; password managers go up to a few million. */
const MAX_ROUNDS = 10_000_000;
/** Bytes of a salt. The standards advise 8 to 64. */
const MAX_SALT = 1024;
/** Bytes of a derived key or MAC: the block of SHA-512. */
const MAX_KEY = 128;
/** scrypt: bytes of memory, and passes over it. */
const SCRYPT_MEMORY = 512 * 1024 * 1024;
const SCRYPT_PASSES = 16;
/** Keys and certificates of one import. */
const MAX_FOUND = 500;
/** Blocks of a PEM file. The list of all public CAs has about 150. */
const MAX_BLOCKS = 1000;
/** Bytes of one certificate. A real one has about 2 kB; names and serial numbers are read again for every request. */
const MAX_CERTIFICATE = 64 * 1024;
/** Bits of an RSA key. OpenSSL does not compute with longer ones. */
const MAX_RSA_BITS = 16_384;

/** A file asks for more work or memory than a real one needs. The message completes "… asks for". */
export class CostError extends Error {}

const count = (value: number) => value.toLocaleString('en-GB');

/** @throws CostError */
export function boundedRounds(rounds: number): number {
  return bounded(rounds, MAX_ROUNDS, 'rounds of key derivation');
}

/** @throws CostError */
export function boundedSalt(salt: Uint8Array): Uint8Array {
  bounded(salt.length, MAX_SALT, 'bytes of salt');
  return salt;
}

/** @throws CostError */
export function boundedKey(bytes: number): number {
  return bounded(bytes, MAX_KEY, 'bytes of derived key');
}

/** Memory in bytes that scrypt with these parameters may use. @throws CostError */
export function boundedScrypt({ N, r, p }: { N: number; r: number; p: number }): number {
  bounded(128 * N * r, SCRYPT_MEMORY - 1, 'bytes of memory for scrypt');
  bounded(p, SCRYPT_PASSES, 'passes of scrypt');
  return SCRYPT_MEMORY;
}

/** @param found keys or certificates so far @throws CostError */
export function boundedFind(found: readonly unknown[]): void {
  bounded(found.length, MAX_FOUND, 'keys or certificates');
}

/** @throws CostError */
export function boundedBlocks(blocks: number): void {
  bounded(blocks, MAX_BLOCKS, 'PEM blocks');
}

/**
 * Also the exponent: whoever signs computes with it, and nothing interrupts that.
 * @param rsa null for another algorithm @throws CostError
 */
export function boundedRsa(rsa: { modulus: string; exponent: string } | null): void {
  if (rsa === null) return;
  bounded(bitsOf(rsa.modulus), MAX_RSA_BITS, 'bits of RSA key');
  bounded(bitsOf(rsa.exponent), MAX_EXPONENT_BITS, 'bits of RSA exponent');
}

/** @throws CostError */
export function boundedCertificate({ der, modulus, exponent }: Certificate): void {
  bounded(der.length, MAX_CERTIFICATE, 'bytes of certificate');
  boundedRsa(modulus === null || exponent === null ? null : { modulus, exponent });
}

function bounded(value: number, most: number, what: string): number {
  if (value > most) throw new CostError(`${count(value)} ${what}; at most ${count(most)} are accepted`);
  return value;
}
