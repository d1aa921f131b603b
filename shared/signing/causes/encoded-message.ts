/** Recovers and reads the encoded message (EM, RFC 8017) of an RSA signature: which scheme made it, and which texts it belongs to. */
import { binaryToBytes, bytesToBinary, encodeBase64 } from '../base64.ts';
import { readPublicKey } from '../certificate.ts';
import { derChildren, DerError, oidText, readDer, TAG } from '../der.ts';
import { causeOf, type RawCause } from './cause.ts';
import { fromHex, type Hash, HASH_BYTES, HASHES, type HashName, rawHash, toHex } from './hash.ts';
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

/**
 * RSAVP1 (RFC 8017, 5.2.2). Public data only, so it need not run in constant time.
 * @returns one char per byte; null if the signature does not belong to a key of this size
 */
export function recoverEncodedMessage(
  signature: string,
  { modulus, exponent, bytes }: RsaKey,
): string | null {
  if (signature.length !== bytes) return null;
  const value = BigInt(`0x${toHex(signature)}`);
  if (value >= modulus) return null;
  return fromHex(
    power(value, exponent, modulus)
      .toString(16)
      .padStart(bytes * 2, '0'),
  );
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

/** One reading of an encoded message. */
export interface EncodedMessage {
  /** Faults of the scheme; empty for PKCS#1 v1.5 with SHA-256. */
  causes: readonly RawCause[];
  /** The hash in it, lower-case hexadecimal; null if it contains none. */
  digest: { algorithm: string; hex: string } | null;
  /** Whether its form proves that this key made it; otherwise only a matching text does. */
  certain: boolean;
  /** Whether it belongs to a text. Null if that cannot be calculated here. */
  matches: ((text: string) => boolean) | null;
  /** The hash function that the signer used; SHA-256 if it used none. */
  hashName: HashName;
}

/** The readings of an encoded message, most certain first; empty if this key did not make it. @param bits of the modulus */
export function readEncodedMessage(message: string, bits: number, hash: Hash): EncodedMessage[] {
  const content = /^\0\x01\xff{8,}\0([\s\S]*)$/.exec(message)?.[1];
  if (content !== undefined) return [readDigestInfo(content, hash) ?? readContent(content, [], hash)];
  const pss = readPss(message, bits, hash);
  if (pss.length > 0) return pss.toSorted((a, b) => Number(b.certain) - Number(a.certain));
  // Without padding, the number is as short as what was signed: a hash or a text.
  const bare = /^\0{8,}([^\0][\s\S]{14,})$/.exec(message)?.[1];
  return bare === undefined ? [] : [readContent(bare, [causeOf('not-padded')], hash)];
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

/** DigestInfo ::= SEQUENCE { SEQUENCE { OID, NULL }, OCTET STRING } (RFC 8017, 9.2). */
function readDigestInfo(content: string, hash: Hash): EncodedMessage | null {
  try {
    const bytes = binaryToBytes(content);
    const outer = readDer(bytes);
    const [algorithm, value] = derChildren(outer);
    const [oid, parameters] = algorithm ? derChildren(algorithm) : [];
    if (outer.raw.length !== bytes.length || oid?.tag !== TAG.oid || value?.tag !== TAG.octetString)
      return null;
    const dotted = oidText(oid.value);
    const name = OIDS.get(dotted) ?? dotted;
    const known = HASHES.find((one) => one === name);
    const digest = toHex(bytesToBinary(value.value));
    return {
      causes: [
        ...(name === 'SHA-256' ? [] : [causeOf('other-hash', name)]),
        ...(parameters === undefined ? [causeOf('digest-info-without-null')] : []),
      ],
      digest: { algorithm: name, hex: digest },
      certain: true,
      matches: known === undefined ? null : (text) => hash(known, text) === digest,
      hashName: known ?? 'SHA-256',
    };
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** Content without DigestInfo: a bare hash, a hash as text, or the text itself. */
function readContent(content: string, padding: readonly RawCause[], hash: Hash): EncodedMessage {
  const reading = (
    cause: RawCause,
    hashName: HashName,
    matches: (text: string) => boolean,
    digest: EncodedMessage['digest'] = null,
  ) => ({ causes: [...padding, cause], digest, certain: padding.length === 0, matches, hashName });
  const ofLength = (lengthOf: (bytes: number) => number) =>
    HASHES.find((name) => lengthOf(HASH_BYTES[name]) === content.length);
  const raw = ofLength((bytes) => bytes);
  if (raw !== undefined && !/^[\x20-\x7e]*$/.test(content)) {
    const hex = toHex(content);
    const digest = { algorithm: raw, hex };
    return reading(causeOf('no-digest-info', raw), raw, (text) => hash(raw, text) === hex, digest);
  }
  const inHex = ofLength((bytes) => bytes * 2);
  if (inHex !== undefined && /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(content)) {
    const hex = content.toLowerCase();
    return reading(causeOf('hash-as-text', 'hexadecimal'), inHex, (text) => hash(inHex, text) === hex);
  }
  const inBase64 = ofLength((bytes) => Math.ceil(bytes / 3) * 4);
  if (inBase64 !== undefined && /^[A-Za-z0-9+/]+=*$/.test(content))
    return reading(
      causeOf('hash-as-text', 'base64'),
      inBase64,
      (text) => encodeBase64(binaryToBytes(rawHash(hash, inBase64, text))) === content,
    );
  return reading(causeOf('not-hashed'), 'SHA-256', (text) => text === content);
}

const EIGHT_ZEROS = '\0'.repeat(8);

/** The readings as EMSA-PSS (RFC 8017, 9.1), for each hash function of the text and of the mask. */
function readPss(message: string, bits: number, hash: Hash): EncodedMessage[] {
  // EM is one bit shorter than the modulus (9.1.1), so with 8n+1 bits it has a byte less.
  const spare = message.length * 8 - (bits - 1);
  const encoded = spare === 8 ? message.slice(1) : message;
  if (!encoded.endsWith('\xbc') || (spare === 8 && message[0] !== '\0')) return [];
  return HASHES.flatMap((name) =>
    HASHES.flatMap((mask) => readPssWith(encoded, spare % 8, name, mask, hash) ?? []),
  );
}

function readPssWith(
  encoded: string,
  spareBits: number,
  name: HashName,
  mask: HashName,
  hash: Hash,
): EncodedMessage | null {
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
    causes: [causeOf('pss', name)],
    digest: null,
    // The zeros before a salt of the usual length do not occur by chance.
    certain: mark >= 8,
    matches: (text) => hash(name, EIGHT_ZEROS + rawHash(hash, name, text) + salt) === ownHex,
    hashName: name,
  };
}

/** The mask generation function of RFC 8017, B.2.1. */
function mgf1(seed: string, length: number, name: HashName, hash: Hash): string {
  let mask = '';
  for (let counter = 0; mask.length < length; counter++)
    mask += rawHash(hash, name, seed + String.fromCharCode(0, 0, counter >> 8, counter & 0xff));
  return mask.slice(0, length);
}
