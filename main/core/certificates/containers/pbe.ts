/** Opens password-encrypted data: PBES2 and the PKCS#12 schemes, selected by AlgorithmIdentifier. */
import { pbkdf2Sync, scryptSync } from 'node:crypto';
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
const rc2 = (keySize: number): CipherChoice => ({ name: 'rc2-cbc', keySize, ivSize: 8 });

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
]);

/** The pseudo-random functions of PBKDF2 (RFC 8018, appendix B.1), as node:crypto names the hash. */
const PRFS = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.8', 'sha224'],
  [OID_PBE.hmacSha256, 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
  ['1.2.840.113549.2.13', 'sha512-256'],
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

/** A file needs more work or memory than a real one. The message completes "… asks for". */
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
  const cipher = CIPHERS.get(oid);
  if (cipher === undefined) return unsupported(`the cipher ${oid}`);
  const iv = Buffer.from(expectTag(parameters, TAG.octetString, 'The initialisation vector').value);
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
  return { iterations, key: (password) => pbkdf2Sync(password, salt, iterations, keySize, prf) };
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
