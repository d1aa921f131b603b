/** Opens password-encrypted data: PBES2, PBES1 and the PKCS#12 schemes, selected by AlgorithmIdentifier. */
import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import forge from 'node-forge';
import { binaryToBytes, bytesToBinary } from '../../../../shared/signing/base64.ts';
import {
  derChildren,
  DerError,
  type DerNode,
  expectTag,
  oidText,
  readDer,
  TAG,
} from '../../../../shared/signing/der.ts';
import { type CipherChoice, decrypt } from './ciphers.ts';
import { pkcs12Key, PURPOSE, bmpForms, byteForms } from './pkcs12-kdf.ts';
import { MAX_KEY_DERIVATION_BYTES } from '../../../../shared/limits.ts';

/** Called while a key is derived, with the step and the iterations done and in total; null if they are unknown. */
export type Progress = (step: string, done: number | null, total: number | null) => void;

export type Opened =
  | { ok: true; plain: Buffer }
  | { ok: false; reason: 'wrong-password' }
  /** `what` completes "… is encrypted with …". */
  | { ok: false; reason: 'unsupported'; what: string };

const AES_128 = { name: 'aes-128-cbc', keySize: 16, ivSize: 16 } as const;
const AES_192 = { name: 'aes-192-cbc', keySize: 24, ivSize: 16 } as const;
export const AES_256 = { name: 'aes-256-cbc', keySize: 32, ivSize: 16 } as const;
export const TRIPLE_DES = { name: 'des-ede3-cbc', keySize: 24, ivSize: 8 } as const;
const DES = { name: 'des-cbc', keySize: 8, ivSize: 8 } as const;
const rc2 = (keySize: number): CipherChoice => ({
  name: 'rc2-cbc',
  keySize,
  ivSize: 8,
  effectiveBits: keySize * 8,
});

export const OID_PBE = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  scrypt: '1.3.6.1.4.1.11591.4.11',
  hmacSha256: '1.2.840.113549.2.9',
  aes256: '2.16.840.1.101.3.4.1.42',
  pkcs12TripleDes: '1.2.840.113549.1.12.1.3',
} as const;

const CIPHERS = new Map<string, CipherChoice>([
  ['2.16.840.1.101.3.4.1.2', AES_128],
  ['2.16.840.1.101.3.4.1.22', AES_192],
  [OID_PBE.aes256, AES_256],
  ['1.2.840.113549.3.7', TRIPLE_DES],
  ['1.3.14.3.2.7', DES],
]);

/** The pseudo-random functions of PBKDF2 (RFC 8018, appendix B.1), as node:crypto names the hash. */
const PRFS = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  [OID_PBE.hmacSha256, 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
  ['1.2.840.113549.2.12', 'sha512-224'],
  ['1.2.840.113549.2.13', 'sha512-256'],
]);

/** The schemes of RFC 8018, 6.1. */
const PBES1 = new Map<string, { hash: string; cipher: CipherChoice }>([
  ['1.2.840.113549.1.5.3', { hash: 'md5', cipher: DES }],
  ['1.2.840.113549.1.5.6', { hash: 'md5', cipher: rc2(8) }],
  ['1.2.840.113549.1.5.10', { hash: 'sha1', cipher: DES }],
  ['1.2.840.113549.1.5.11', { hash: 'sha1', cipher: rc2(8) }],
]);

/** The schemes of RFC 7292, appendix C. */
const PKCS12 = new Map<string, CipherChoice>([
  [OID_PBE.pkcs12TripleDes, TRIPLE_DES],
  ['1.2.840.113549.1.12.1.4', { ...TRIPLE_DES, keySize: 16 }],
  ['1.2.840.113549.1.12.1.5', rc2(16)],
  ['1.2.840.113549.1.12.1.6', rc2(5)],
]);

/** Rounds that a crypto library can count. */
const MOST_ROUNDS = 2 ** 31 - 1;

/** A file asks for more work or memory than a real one needs. The message completes "… asks for". */
export class CostError extends Error {}

const WRONG: Opened = { ok: false, reason: 'wrong-password' };
const unsupported = (what: string): Opened => ({ ok: false, reason: 'unsupported', what });

/**
 * Opens encrypted DER.
 * @param algorithm the AlgorithmIdentifier
 * @param step what is being opened, for progress
 * @throws DerError if the parameters are damaged
 */
export function openSealed(
  algorithm: DerNode,
  data: Uint8Array,
  password: string,
  step: string,
  progress: Progress,
): Opened {
  const [type, parameters] = derChildren(expectTag(algorithm, TAG.sequence, 'The encryption algorithm'));
  const oid = oidText(expectTag(type, TAG.oid, 'The encryption algorithm').value);
  if (oid === OID_PBE.pbes2) return openPbes2(parameters, data, password, step, progress);
  const old = PBES1.get(oid);
  if (old) return openPbes1(old, saltOf(parameters), data, password);
  const cipher = PKCS12.get(oid);
  if (cipher) return openPkcs12(cipher, saltOf(parameters), data, password, step, progress);
  return unsupported(`the algorithm ${oid}`);
}

interface Salt {
  salt: Uint8Array;
  iterations: number;
}

/** SEQUENCE of salt and iterations. @throws DerError */
function saltOf(parameters: DerNode | undefined): Salt {
  const [salt, iterations] = derChildren(expectTag(parameters, TAG.sequence, 'The salt'));
  return {
    salt: expectTag(salt, TAG.octetString, 'The salt').value,
    iterations: roundsOf(iterations),
  };
}

/** Iterations of a key derivation: at least one. @throws DerError */
export function roundsOf(node: DerNode | undefined): number {
  const rounds = numberOf(node);
  if (rounds === 0) throw new DerError('A key derivation has no rounds.');
  if (rounds > MOST_ROUNDS) throw new DerError('A key derivation has an impossible number of rounds.');
  return rounds;
}

/** A small non-negative INTEGER. @throws DerError */
export function numberOf(node: DerNode | undefined): number {
  const { value } = expectTag(node, TAG.integer, 'A number');
  const number = value.reduce((sum, byte) => sum * 256 + byte, 0);
  if ((value[0] ?? 0x80) >= 0x80 || !Number.isSafeInteger(number))
    throw new DerError('A number is out of range.');
  return number;
}

function openPbes2(
  parameters: DerNode | undefined,
  data: Uint8Array,
  password: string,
  step: string,
  progress: Progress,
): Opened {
  const [derivation, encryption] = derChildren(expectTag(parameters, TAG.sequence, 'The PBES2 parameters'));
  const scheme = schemeOf(encryption);
  if ('ok' in scheme) return scheme;
  const derive = derivationOf(derivation, scheme.cipher.keySize);
  if ('ok' in derive) return derive;
  progress(step, null, derive.iterations);
  return firstThatOpens(byteForms(password), (bytes) =>
    decrypt(scheme.cipher, derive.key(bytes), scheme.iv, data),
  );
}

function schemeOf(encryption: DerNode | undefined): { cipher: CipherChoice; iv: Buffer } | Opened {
  const [type, parameters] = derChildren(expectTag(encryption, TAG.sequence, 'The cipher'));
  const oid = oidText(expectTag(type, TAG.oid, 'The cipher').value);
  if (oid === '1.2.840.113549.3.2') {
    const [version, iv] = derChildren(expectTag(parameters, TAG.sequence, 'The RC2 parameters'));
    // RFC 8018, B.2.3: small versions are codes, large ones are the number of bits.
    const code = numberOf(version);
    const bits = new Map([
      [160, 40],
      [120, 64],
      [58, 128],
    ]).get(code);
    const effectiveBits = bits ?? code;
    // RFC 2268: at most 1024 bits.
    if (effectiveBits < 8 || effectiveBits > 1024 || effectiveBits % 8 !== 0)
      throw new DerError('The key of RC2 has an impossible length.');
    const cipher = { ...rc2(effectiveBits / 8), effectiveBits };
    return withVector(cipher, iv);
  }
  const cipher = CIPHERS.get(oid);
  if (cipher === undefined) return unsupported(`the cipher ${oid}`);
  return withVector(cipher, parameters);
}

function withVector(cipher: CipherChoice, node: DerNode | undefined): { cipher: CipherChoice; iv: Buffer } {
  const iv = Buffer.from(expectTag(node, TAG.octetString, 'The initialisation vector').value);
  if (iv.length !== cipher.ivSize) throw new DerError('The initialisation vector has the wrong length.');
  return { cipher, iv };
}

interface Derivation {
  iterations: number | null;
  key: (password: Buffer) => Buffer;
}

function derivationOf(node: DerNode | undefined, keySize: number): Derivation | Opened {
  const [type, parameters] = derChildren(expectTag(node, TAG.sequence, 'The key derivation'));
  const oid = oidText(expectTag(type, TAG.oid, 'The key derivation').value);
  const fields = derChildren(expectTag(parameters, TAG.sequence, 'The key derivation'));
  const salt = expectTag(fields[0], TAG.octetString, 'The salt').value;
  if (oid === OID_PBE.scrypt) {
    const options = scryptOf(fields);
    return { iterations: null, key: (password) => scryptSync(password, salt, keySize, options) };
  }
  if (oid !== OID_PBE.pbkdf2) return unsupported(`the key derivation ${oid}`);
  const { prf, iterations } = pbkdf2Of(fields);
  if (prf === null) return unsupported('an unknown pseudo-random function of PBKDF2');
  return { iterations, key: (password) => pbkdf2(password, salt, iterations, keySize, prf) };
}

/** RFC 7914, 7.1. @throws DerError, CostError */
function scryptOf(fields: readonly DerNode[]): { N: number; r: number; p: number; maxmem: number } {
  const [N, r, p] = [numberOf(fields[1]), numberOf(fields[2]), numberOf(fields[3])];
  // RFC 7914, 2: the cost is a power of two, and below 2^(16 r).
  if (N < 2 || !Number.isInteger(Math.log2(N)) || r < 1 || p < 1 || Math.log2(N) >= 16 * r)
    throw new DerError('The parameters of scrypt are not valid.');
  if (128 * r * (N + p) >= MAX_KEY_DERIVATION_BYTES)
    throw new CostError(`${MAX_KEY_DERIVATION_BYTES / 1024 / 1024} MB of memory or more`);
  return { N, r, p, maxmem: MAX_KEY_DERIVATION_BYTES };
}

/** Iterations and PRF of PBKDF2's parameters. The key length between them is optional, and so is the PRF. */
export function pbkdf2Of(fields: readonly DerNode[]): { iterations: number; prf: string | null } {
  const algorithm = fields.find((field) => field.tag === TAG.sequence);
  const type = algorithm && derChildren(algorithm)[0];
  const prf = type === undefined ? 'sha1' : (PRFS.get(oidText(type.value)) ?? null);
  return { iterations: roundsOf(fields[1]), prf };
}

export function pbkdf2(
  password: Buffer,
  salt: Uint8Array,
  iterations: number,
  size: number,
  prf: string,
): Buffer {
  // Electron's crypto library has no SHA-512/224. forge does, but it is slow.
  if (prf === 'sha512-224' && !hasHash(prf)) {
    const made = forge.pkcs5.pbkdf2(
      bytesToBinary(password),
      bytesToBinary(salt),
      iterations,
      size,
      forge.md.sha512.sha224.create(),
    );
    return Buffer.from(binaryToBytes(made));
  }
  return pbkdf2Sync(password, salt, iterations, size, prf);
}

function hasHash(name: string): boolean {
  try {
    createHash(name);
    return true;
  } catch {
    return false;
  }
}

/** PBKDF1 (RFC 8018, 5.1): an iterated hash whose first half is the key and whose second half is the vector. */
function openPbes1(
  { hash, cipher }: { hash: string; cipher: CipherChoice },
  { salt, iterations }: Salt,
  data: Uint8Array,
  password: string,
): Opened {
  return firstThatOpens(byteForms(password), (bytes) => {
    let derived = createHash(hash).update(bytes).update(salt).digest();
    for (let round = 1; round < iterations; round++) derived = createHash(hash).update(derived).digest();
    return decrypt(cipher, derived.subarray(0, 8), derived.subarray(8, 16), data);
  });
}

function openPkcs12(
  cipher: CipherChoice,
  { salt, iterations }: Salt,
  data: Uint8Array,
  password: string,
  step: string,
  progress: Progress,
): Opened {
  return firstThatOpens(bmpForms(password), (bytes) => {
    const tell = (done: number) => progress(step, done, iterations);
    tell(0);
    const short = pkcs12Key('sha1', bytes, salt, iterations, PURPOSE.key, cipher.keySize, tell);
    // Two-key 3DES repeats the first key as the third.
    const key =
      cipher.name === 'des-ede3-cbc' && short.length === 16
        ? Buffer.concat([short, short.subarray(0, 8)])
        : short;
    const iv = pkcs12Key('sha1', bytes, salt, iterations, PURPOSE.iv, cipher.ivSize);
    return decrypt(cipher, key, iv, data);
  });
}

/** A wrong key gives valid padding about once in 256 times, so only a complete DER element is accepted. */
function firstThatOpens(forms: readonly Buffer[], open: (password: Buffer) => Buffer | null): Opened {
  for (const form of forms) {
    const plain = open(form);
    if (plain !== null && isWholeDer(plain)) return { ok: true, plain };
  }
  return WRONG;
}

function isWholeDer(bytes: Buffer): boolean {
  try {
    return readDer(bytes).raw.length === bytes.length;
  } catch {
    // Older programs encrypt BER, of which only the outer tag can be checked here.
    return bytes[0] === TAG.sequence && bytes[1] === 0x80;
  }
}
