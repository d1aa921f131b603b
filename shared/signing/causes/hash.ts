/**
 * Hashing and byte strings for the search. The caller passes the hash function in, because shared code has no crypto library. Texts are
 * strings with one char per byte, as Node represents header values: they are joined and compared much faster than arrays.
 */
import { binaryToBytes, bytesToBinary, utf8OrNull } from '../base64.ts';

export const HASHES = ['SHA-256', 'SHA-1', 'SHA-384', 'SHA-512'] as const;
export type HashName = (typeof HASHES)[number];

/** The hash of a text, in lower-case hexadecimal. */
export type Hash = (name: HashName, text: string) => string;

export const HASH_BYTES: Readonly<Record<HashName, number>> = {
  'SHA-256': 32,
  'SHA-1': 20,
  'SHA-384': 48,
  'SHA-512': 64,
};

/** The hash of a text, one char per byte. */
export function rawHash(hash: Hash, name: HashName, text: string): string {
  return fromHex(hash(name, text));
}

/** One char per byte. @param text pairs of hexadecimal digits */
export function fromHex(text: string): string {
  let bytes = '';
  for (let at = 0; at < text.length; at += 2)
    bytes += String.fromCharCode(Number.parseInt(text.slice(at, at + 2), 16));
  return bytes;
}

/** Lower-case hexadecimal of a text with one char per byte. */
export function toHex(text: string): string {
  let digits = '';
  for (let at = 0; at < text.length; at++) digits += text.charCodeAt(at).toString(16).padStart(2, '0');
  return digits;
}

/** The text as UTF-8, one char per byte. */
export function toUtf8(text: string): string {
  return bytesToBinary(new TextEncoder().encode(text));
}

/** The inverse of {@link toUtf8}; a text that is not UTF-8 is unchanged. */
export function fromUtf8(text: string): string {
  return utf8OrNull(binaryToBytes(text)) ?? text;
}
