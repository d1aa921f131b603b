/** Reads the signature part: as base64 (SIG-9), and in the encodings that clients write instead. */
import { bytesToBinary, decodeBase64 } from '../base64.ts';
import { causeOf, type RawCause } from './cause.ts';
import type { CauseId } from './catalogue.ts';
import { fromHex } from './hash.ts';
import { MAX_SIGNATURE_CHARS } from '../../limits.ts';

/** The bytes of a signature, one char per byte, and how they were written wrongly. */
interface SignatureReading {
  bytes: string;
  causes: readonly RawCause[];
}

/** All readings of the size of the key, the plainest first. @param size bytes of the modulus */
export function readingsOf(part: string, size: number): SignatureReading[] {
  if (part.length > MAX_SIGNATURE_CHARS) return [];
  const found: SignatureReading[] = [];
  for (const { bytes, causes } of decodings(part, size)) {
    for (const sized of ofSize(bytes, size)) {
      const all = [...causes, ...sized.causes];
      found.push({ bytes: sized.bytes, causes: all });
      found.push({
        bytes: Array.from(sized.bytes).reverse().join(''),
        causes: [...all, causeOf('bytes-reversed')],
      });
    }
  }
  return found;
}

/** Why a signature part that cannot be a signature by a key of this size is not one; null if it can. */
export function shapeFault(part: string, size: number): RawCause | null {
  if (part === '') return causeOf('no-signature');
  const bytes = decode(part);
  if (bytes === null) return causeOf('not-base64');
  if (bytes.length === size) return null;
  const lengths = `${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}, not the ${size} of a ${size * 8}-bit key`;
  return causeOf('wrong-length', lengths);
}

const HEX = /^(?:[0-9a-f]{2})+$/i;

function* decodings(part: string, size: number): Generator<SignatureReading> {
  // Hexadecimal digits are also base64, so the length decides.
  if (HEX.test(part) && part.length === size * 2) yield { bytes: fromHex(part), causes: [causeOf('hex')] };
  const plain = decode(part);
  if (plain !== null) {
    yield { bytes: plain, causes: [] };
    if (HEX.test(plain.trim())) yield { bytes: fromHex(plain.trim()), causes: [causeOf('base64-of-hex')] };
    const inner = decode(plain.replaceAll(/\s/g, ''));
    if (inner !== null && inner !== '') yield { bytes: inner, causes: [causeOf('base64-twice')] };
    return;
  }
  const repairs: [CauseId, string][] = [
    ['base64-percent', percentDecoded(part)],
    ['base64-bytes-printed', part.replace(/^b'(.*)'$/, '$1')],
    ['base64url', /[-_]/.test(part) ? padded(part.replaceAll('-', '+').replaceAll('_', '/')) : part],
    ['base64-unpadded', padded(part)],
    ['base64-broken-lines', part.replaceAll(/\s|\\r|\\n/g, '')],
    ['base64-plus-lost', part.replaceAll(' ', '+')],
  ];
  for (const [id, repaired] of repairs) {
    const bytes = repaired === part ? null : decode(repaired);
    if (bytes !== null) yield { bytes, causes: [causeOf(id)] };
  }
}

/** The bytes, with a sign byte removed or leading zeros restored. */
function* ofSize(bytes: string, size: number): Generator<SignatureReading> {
  if (bytes.length === size) yield { bytes, causes: [] };
  else if (bytes.length === size + 1 && bytes.startsWith('\0'))
    yield { bytes: bytes.slice(1), causes: [causeOf('sign-byte')] };
  else if (bytes.length < size && bytes.length >= size - 2)
    yield { bytes: bytes.padStart(size, '\0'), causes: [causeOf('leading-zero-lost')] };
}

/** Null for anything but standard base64 with padding. */
function decode(text: string): string | null {
  const bytes = decodeBase64(text);
  return bytes === null ? null : bytesToBinary(bytes);
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
