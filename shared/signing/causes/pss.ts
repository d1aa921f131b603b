/** Recognises blocks of RSASSA-PSS (EMSA-PSS, RFC 8017, 9.1), which `RSA-SHA256` verifiers refuse. */
import { type Hash, HASH_BYTES, HASHES, type HashName, rawHash, toHex } from './hash.ts';

/** A block that can be PSS with one choice of hash functions. */
export interface PssBlock {
  hash: HashName;
  /** Whether the block alone proves that it is PSS: the zeros before a salt of the usual length do not occur by chance. */
  certain: boolean;
  /** Whether this block belongs to a text. */
  fits: (text: string) => boolean;
}

const EIGHT_ZEROS = '\0'.repeat(8);

/** The readings of a block as PSS, for each hash function of the text and of the mask. @param bits of the modulus */
export function readPss(block: string, bits: number, hash: Hash): PssBlock[] {
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
