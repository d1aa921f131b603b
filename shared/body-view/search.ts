/** Case-insensitive search for a text in a body of any size. */
import type { ByteSource } from './bytes.ts';

const PAGE = 1024 * 1024;
/** One character per byte, so that an index in the text is an offset in the body. */
const oneByte = new TextDecoder('latin1');

export interface Found {
  /** Offsets in bytes, in ascending order. */
  offsets: number[];
  /** Whether there are more than requested. */
  more: boolean;
}

/** @param most maximum number of offsets to return */
export function searchBody(source: ByteSource, text: string, most: number): Found {
  const offsets: number[] = [];
  const wanted = inSmallLetters(new TextEncoder().encode(text));
  if (wanted.length === 0) return { offsets, more: false };
  for (let start = 0; start < source.length; start += PAGE) {
    // A match may start on one page and end on the next.
    const page = inSmallLetters(
      source.read(start, Math.min(source.length, start + PAGE + wanted.length - 1)),
    );
    for (let at = page.indexOf(wanted); at >= 0; at = page.indexOf(wanted, at + 1)) {
      if (offsets.length === most) return { offsets, more: true };
      offsets.push(start + at);
    }
  }
  return { offsets, more: false };
}

/** Lower-cases the letters of English and of the Latin-1 supplement (Å, Ø, Æ, É…), one character per byte. */
function inSmallLetters(utf8: Uint8Array): string {
  const small = utf8.slice();
  let before = 0;
  for (let at = 0; at < small.length; at++) {
    const byte = small[at] ?? 0;
    const ascii = byte >= 0x41 && byte <= 0x5a;
    // U+00C0 to U+00DE, except the multiplication sign.
    const supplement = before === 0xc3 && byte >= 0x80 && byte <= 0x9e && byte !== 0x97;
    if (ascii || supplement) small[at] = byte + 0x20;
    before = byte;
  }
  return oneByte.decode(small);
}
