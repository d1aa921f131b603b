/** Identifiers. Randomness is injected, so that tests and demonstrations can be repeated. */
import { createHash, hash, randomBytes } from 'node:crypto';
import { encodeBase64Url } from '../shared/signing/base64.ts';

export type RandomSource = (count: number) => Uint8Array;

/** Random bytes are drawn in blocks, because each call of the system is slow. */
const BLOCK = 4096;
let drawn: Uint8Array = new Uint8Array();
export const secureRandom: RandomSource = (count) => {
  if (drawn.length < count) drawn = randomBytes(Math.max(count, BLOCK));
  const bytes = drawn.subarray(0, count);
  drawn = drawn.subarray(count);
  return bytes;
};

/** `enc!!<base64url>` of 17 bytes, ending in `=`, so that clients must percent-encode it (SVC-9). */
export function encId(bytes: Uint8Array): string {
  return `enc!!${encodeBase64Url(bytes.subarray(0, 17))}`;
}

/** The same id for the same name on every call (SBX-1). */
export function fixedId(name: string): string {
  return encId(hash('sha256', `tpp-workbench:${name}`, 'buffer'));
}

/** A permanent UUID, derived from its parts (SCA-3). */
export function stableUuid(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const text = hash.subarray(0, 16).toString('hex');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
