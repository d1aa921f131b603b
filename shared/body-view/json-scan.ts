/** Navigates JSON by brackets and quotes without storing it (RFC 8259). Damaged JSON ends the scan but is not an error. */
import type { ByteReader } from './bytes.ts';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
export const isOpening = (byte: number) => byte === OPEN_OBJECT || byte === OPEN_ARRAY;
export const isClosing = (byte: number) => byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
export const isObject = (byte: number) => byte === OPEN_OBJECT;

/** Offset of the first non-blank byte. */
export function skipBlanks(reader: ByteReader, from: number): number {
  let at = from;
  while (isBlank(reader.at(at))) at++;
  return at;
}

/**
 * Continues reading inside a string.
 * @param from an offset after the opening quote
 * @param limit maximum number of bytes to read
 * @returns the offset after the closing quote (`closed`), or where the limit was reached, between two characters
 */
export function readString(
  reader: ByteReader,
  from: number,
  limit = Number.POSITIVE_INFINITY,
): { end: number; closed: boolean } {
  let at = from;
  const stop = from + limit;
  for (;;) {
    const byte = reader.at(at);
    if (byte === -1) return { end: at, closed: true };
    if (byte === QUOTE) return { end: at + 1, closed: true };
    if (isCut(byte, at, stop)) return { end: at, closed: false };
    at += byte === BACKSLASH ? 2 : 1;
  }
}

/**
 * Whether a text is cut before this byte: from `stop` on, outside of a multi-byte character. The limit of three more bytes prevents one
 * line for a body of continuation bytes.
 */
export const isCut = (byte: number, at: number, stop: number) =>
  at >= stop && ((byte & 0xc0) !== 0x80 || at >= stop + 3);

/**
 * Offset after a number, true, false or null, or after damage.
 * @param limit as for {@link readString}: a body that is not JSON may be one scalar
 */
export function skipScalar(reader: ByteReader, from: number, limit = Number.POSITIVE_INFINITY): number {
  let at = from;
  const stop = from + limit;
  for (;;) {
    const byte = reader.at(at);
    if (
      byte === -1 ||
      byte === COMMA ||
      byte === COLON ||
      byte === QUOTE ||
      isBlank(byte) ||
      isOpening(byte) ||
      isClosing(byte)
    )
      return at === from ? from + 1 : at;
    if (isCut(byte, at, stop)) return at;
    at++;
  }
}

/** Offset after the value that starts at `from`. */
export function skipValue(reader: ByteReader, from: number): number {
  const first = reader.at(from);
  if (first === QUOTE) return readString(reader, from + 1).end;
  if (!isOpening(first)) return skipScalar(reader, from);
  let depth = 0;
  let at = from;
  for (;;) {
    const byte = reader.at(at);
    if (byte === -1) return at;
    if (byte === QUOTE) {
      at = readString(reader, at + 1).end;
      continue;
    }
    if (isOpening(byte)) depth++;
    else if (isClosing(byte)) {
      depth--;
      if (depth === 0) return at + 1;
    }
    at++;
  }
}
