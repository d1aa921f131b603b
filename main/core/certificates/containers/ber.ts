/**
 * Converts BER to DER. Browsers and older programs write PFX files with indefinite lengths and segmented strings
 * (ITU-T X.690, 8.1.3.6 and 8.7.3). The rest of this folder reads only DER.
 */
import { DerError, der } from '../../../../shared/signing/der.ts';
import { MAX_BER_ELEMENTS, MAX_BER_NESTING } from '../../../../shared/limits.ts';

const OCTET_STRING = 0x04;
const CONSTRUCTED = 0x20;

/** The first element of the bytes, with definite lengths and unsegmented strings. @throws DerError if the bytes are cut short */
export function derFromBer(bytes: Uint8Array): Uint8Array {
  return element({ bytes, elements: 0 }, 0, 0).der;
}

/** `elements`: number read so far. */
interface Source {
  bytes: Uint8Array;
  elements: number;
}

interface Read {
  der: Uint8Array;
  /** Offset of the first byte after the element. */
  end: number;
}

function element(source: Source, at: number, depth: number): Read {
  const { bytes } = source;
  if (depth > MAX_BER_NESTING) throw new DerError('The data is nested too deeply.');
  if (++source.elements > MAX_BER_ELEMENTS) throw new DerError('The data has too many elements.');
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new DerError('The data ends inside an element.');
  if ((tag & 0x1f) === 0x1f) throw new DerError('Tags of more than one byte are not used in key files.');
  const constructed = (tag & CONSTRUCTED) !== 0;
  if (first === 0x80) {
    if (!constructed) throw new DerError('A primitive element has an indefinite length.');
    return content(source, tag, at + 2, null, depth);
  }
  let length = first;
  let start = at + 2;
  if (first > 0x80) {
    const count = first & 0x7f;
    if (count > 4) throw new DerError('A length field has more than 4 bytes.');
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? Number.NaN);
    start += count;
  }
  const end = start + length;
  if (!(end <= bytes.length)) throw new DerError('The data ends inside an element.');
  if (!constructed) return { der: der(tag, bytes.subarray(start, end)), end };
  return content(source, tag, start, end, depth);
}

/** The children from `start` up to `end`, or up to the end-of-contents octets if `end` is null. */
function content(source: Source, tag: number, start: number, end: number | null, depth: number): Read {
  const { bytes } = source;
  const children: Uint8Array[] = [];
  let at = start;
  for (;;) {
    if (end !== null && at >= end) break;
    if (end === null && bytes[at] === 0 && bytes[at + 1] === 0) {
      at += 2;
      break;
    }
    const child = element(source, at, depth + 1);
    children.push(child.der);
    at = child.end;
  }
  // A segmented string is joined. Its segments are strings themselves.
  if (isStringInPieces(tag, children))
    return { der: der(tag & ~CONSTRUCTED, ...children.map(inside)), end: at };
  return { der: der(tag, ...children), end: at };
}

/**
 * Universal strings, and [0] IMPLICIT OCTET STRING as in encrypted content. An explicit [0] may contain an octet string
 * too (PKCS#7 data). It is a wrapper, recognised because it contains exactly one element.
 */
function isStringInPieces(tag: number, children: readonly Uint8Array[]): boolean {
  if (tag === (OCTET_STRING | CONSTRUCTED)) return true;
  return tag === 0xa0 && children.length > 1 && children.every((child) => child[0] === OCTET_STRING);
}

/** The content of an element with a definite length. */
function inside(whole: Uint8Array): Uint8Array {
  const first = whole[1] ?? 0;
  return whole.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}
