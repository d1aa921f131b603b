/** Reads the block that the public key gives back: which scheme made it, and whether it belongs to a given text. */
import { binaryToBytes, bytesToBinary, encodeBase64 } from '../base64.ts';
import { derChildren, DerError, oidText, readDer, TAG } from '../der.ts';
import { causeOf, type UnsaidCause } from './cause.ts';
import { type Hash, HASH_BYTES, HASHES, type HashName, rawHash, toHex } from './hash.ts';
import { readPss } from './pss.ts';

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
