/** The Digest header (RFC 3230; SIG-11). The caller computes the hash. */
import { decodeBase64, encodeBase64 } from './base64.ts';

export type DigestAlgorithm = 'SHA-256' | 'SHA-512';
export interface DigestValue {
  algorithm: DigestAlgorithm;
  hash: Uint8Array;
}

/** The Digest value `SHA-256=<base64>` for a hash. */
export function writeDigest(algorithm: DigestAlgorithm, hash: Uint8Array): string {
  return `${algorithm}=${encodeBase64(hash)}`;
}

/** The digests with a known algorithm in a header value; otherwise `reason` says why there is none. */
export function readDigest(
  value: string,
): { ok: true; digests: DigestValue[] } | { ok: false; reason: string } {
  const digests: DigestValue[] = [];
  for (const part of value.split(',')) {
    // Base64 alone can also consist of letters and digits, before the = at its end.
    const match = /^\s*([A-Za-z0-9-]+)=([^\s=]\S*)\s*$/.exec(part);
    if (!match) return { ok: false, reason: 'the Digest header does not have the form SHA-256=<base64>' };
    const algorithm = match[1]?.toUpperCase();
    if (algorithm !== 'SHA-256' && algorithm !== 'SHA-512') continue;
    const hash = decodeBase64(match[2] ?? '');
    if (hash === null || hash.length !== (algorithm === 'SHA-256' ? 32 : 64)) {
      return { ok: false, reason: `the ${algorithm} digest is not base64 of the correct length` };
    }
    digests.push({ algorithm, hash });
  }
  if (digests.length === 0) return { ok: false, reason: 'the Digest header has no SHA-256 or SHA-512 value' };
  return { ok: true, digests };
}

/** Whether two hashes are equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
