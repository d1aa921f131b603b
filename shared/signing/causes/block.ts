/** Reads the block that the public key gives back: which scheme made it, and whether it belongs to a given text. */
import { binaryToBytes, bytesToBinary, encodeBase64 } from '../base64.ts';
import { derChildren, DerError, oidText, readDer, TAG } from '../der.ts';
import { causeOf, type UnsaidCause } from './cause.ts';
import { type Hash, HASH_BYTES, HASHES, type HashName, rawHash, toHex } from './hash.ts';
import { readPublicKey } from '../public-key.ts';
import { MAX_RECOVERED_EXPONENT, MAX_RECOVERED_RSA_BITS } from '../../limits.ts';

/** A block that a signer made with this key. */
export interface Block {
  /** What is wrong with the scheme; empty for PKCS#1 v1.5 with SHA-256. */
  causes: readonly UnsaidCause[];
  /** The hash in the block, lower-case hexadecimal; null if it contains none. */
  digest: { algorithm: string; hex: string } | null;
  /** Whether the block is this key's beyond doubt; otherwise only if it fits a text. */
  certain: boolean;
  /** Whether the block belongs to a text. Null if that cannot be calculated here. */
  fits: ((text: string) => boolean) | null;
  /** The hash function that the signer used; SHA-256 if it used none. */
  hashName: HashName;
}

const OIDS: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'SHA-256'],
  ['2.16.840.1.101.3.4.2.2', 'SHA-384'],
  ['2.16.840.1.101.3.4.2.3', 'SHA-512'],
  ['2.16.840.1.101.3.4.2.4', 'SHA-224'],
  ['2.16.840.1.101.3.4.2.8', 'SHA3-256'],
  ['1.3.14.3.2.26', 'SHA-1'],
  ['1.2.840.113549.2.5', 'MD5'],
]);

/** The readings of a block, most certain first; empty for one that this key did not make. @param bits of the modulus */
export function readBlock(block: string, bits: number, hash: Hash): Block[] {
  const content = /^\0\x01\xff{8,}\0([\s\S]*)$/.exec(block)?.[1];
  if (content !== undefined) return [readDigestInfo(content, hash) ?? readBare(content, [], hash)];
  const pss = readPss(block, bits, hash).map((reading): Block => {
    const { certain, fits } = reading;
    return { causes: [causeOf('pss', reading.hash)], digest: null, certain, fits, hashName: reading.hash };
  });
  if (pss.length > 0) return pss.toSorted((a, b) => Number(b.certain) - Number(a.certain));
  // Without padding, the number is as short as what was signed: a hash or a text.
  const bare = /^\0{8,}([^\0][\s\S]{14,})$/.exec(block)?.[1];
  return bare === undefined ? [] : [readBare(bare, [causeOf('not-padded')], hash)];
}

function isHash(name: string): name is HashName {
  return (HASHES as readonly string[]).includes(name);
}

/** DigestInfo ::= SEQUENCE { SEQUENCE { OID, NULL }, OCTET STRING } (RFC 8017, 9.2). */
function readDigestInfo(content: string, hash: Hash): Block | null {
  try {
    const bytes = binaryToBytes(content);
    const outer = readDer(bytes);
    const [algorithm, value] = derChildren(outer);
    const [oid, parameters] = algorithm ? derChildren(algorithm) : [];
    if (outer.raw.length !== bytes.length || oid?.tag !== TAG.oid || value?.tag !== TAG.octetString)
      return null;
    const dotted = oidText(oid.value);
    const name = OIDS.get(dotted) ?? dotted;
    const digest = toHex(bytesToBinary(value.value));
    return {
      causes: [
        ...(name === 'SHA-256' ? [] : [causeOf('other-hash', name)]),
        ...(parameters === undefined ? [causeOf('digest-info-without-null')] : []),
      ],
      digest: { algorithm: name, hex: digest },
      certain: true,
      fits: isHash(name) ? (text) => hash(name, text) === digest : null,
      hashName: isHash(name) ? name : 'SHA-256',
    };
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** A block without DigestInfo: a bare hash, its text, or the text itself. */
function readBare(content: string, before: readonly UnsaidCause[], hash: Hash): Block {
  const certain = before.length === 0;
  const name = HASHES.find((one) => HASH_BYTES[one] === content.length);
  if (name !== undefined && !/^[\x20-\x7e]*$/.test(content)) {
    const hex = toHex(content);
    return {
      causes: [...before, causeOf('no-digest-info', name)],
      digest: { algorithm: name, hex },
      certain,
      fits: (text) => hash(name, text) === hex,
      hashName: name,
    };
  }
  const inHex = HASHES.find((one) => HASH_BYTES[one] * 2 === content.length);
  if (inHex !== undefined && /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(content)) {
    const digest = content.toLowerCase();
    const fits = (text: string) => hash(inHex, text) === digest;
    return {
      causes: [...before, causeOf('hash-as-text', 'hexadecimal')],
      digest: null,
      certain,
      fits,
      hashName: inHex,
    };
  }
  const inBase64 = HASHES.find((one) => Math.ceil(HASH_BYTES[one] / 3) * 4 === content.length);
  if (inBase64 !== undefined && /^[A-Za-z0-9+/]+=*$/.test(content)) {
    const fits = (text: string) => encodeBase64(binaryToBytes(rawHash(hash, inBase64, text))) === content;
    return {
      causes: [...before, causeOf('hash-as-text', 'base64')],
      digest: null,
      certain,
      fits,
      hashName: inBase64,
    };
  }
  return {
    causes: [...before, causeOf('not-hashed')],
    digest: null,
    certain,
    fits: (text) => text === content,
    hashName: 'SHA-256',
  };
}

/**
 * The RSA public-key operation (RFC 8017, 5.2.2): it gives back what a signature was made of. Public data only, so it need not
 * run in constant time.
 */
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

// Recognises blocks of RSASSA-PSS (EMSA-PSS, RFC 8017, 9.1), which `RSA-SHA256` verifiers refuse.

/** A block that can be PSS with one choice of hash functions. */
interface PssBlock {
  hash: HashName;
  /** Whether the block alone proves that it is PSS: the zeros before a salt of the usual length do not occur by chance. */
  certain: boolean;
  /** Whether this block belongs to a text. */
  fits: (text: string) => boolean;
}

const EIGHT_ZEROS = '\0'.repeat(8);

/** The readings of a block as PSS, for each hash function of the text and of the mask. @param bits of the modulus */
function readPss(block: string, bits: number, hash: Hash): PssBlock[] {
  // A block is one bit shorter than the modulus (9.1.1), so with 8n+1 bits it has a byte less.
  const spare = block.length * 8 - (bits - 1);
  const encoded = spare === 8 ? block.slice(1) : block;
  if (!encoded.endsWith('\xbc') || (spare === 8 && block[0] !== '\0')) return [];
  return HASHES.flatMap((name) =>
    HASHES.flatMap((mask) => readWith(encoded, spare % 8, name, mask, hash) ?? []),
  );
}

function readWith(
  encoded: string,
  spareBits: number,
  name: HashName,
  mask: HashName,
  hash: Hash,
): PssBlock | null {
  const size = HASH_BYTES[name];
  const masked = encoded.slice(0, -size - 1);
  const own = encoded.slice(-size - 1, -1);
  if (masked.length < 2) return null;
  const data = Array.from(
    mgf1(own, masked.length, mask, hash),
    (char, at) => char.charCodeAt(0) ^ masked.charCodeAt(at),
  );
  data[0] = (data[0] ?? 0) & (0xff >> spareBits);
  const mark = data.findIndex((byte) => byte !== 0);
  if (data[mark] !== 1) return null;
  const ownHex = toHex(own);
  const salt = String.fromCharCode(...data.slice(mark + 1));
  return {
    hash: name,
    certain: mark >= 8,
    fits: (text) => hash(name, EIGHT_ZEROS + rawHash(hash, name, text) + salt) === ownHex,
  };
}

/** The mask generation function of RFC 8017, B.2.1. */
function mgf1(seed: string, length: number, name: HashName, hash: Hash): string {
  let mask = '';
  for (let counter = 0; mask.length < length; counter++)
    mask += rawHash(hash, name, seed + String.fromCharCode(0, 0, counter >> 8, counter & 0xff));
  return mask.slice(0, length);
}
