/** Reads and writes DER (ITU-T X.690), as far as keys and certificates need it. */
import { MAX_OID_BYTES } from '../limits.ts';

/** One tag-length-value. `raw` is the whole element, `value` its content. */
export interface DerNode {
  tag: number;
  value: Uint8Array;
  raw: Uint8Array;
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  numeric: 0x12,
  printable: 0x13,
  t61: 0x14,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visible: 0x1a,
  general: 0x1b,
  universal: 0x1c,
  bmp: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Thrown by the readers in this file; callers convert it into a result. */
export class DerError extends Error {}

/** Reads one element at `offset`. @throws DerError if it is truncated or not DER. */
export function readDer(bytes: Uint8Array, offset = 0): DerNode {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new DerError('The data ends inside an element.');
  if ((tag & 0x1f) === 0x1f) throw new DerError('Tags of more than one byte are not used in certificates.');
  let length = first;
  let start = offset + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new DerError('The length is not in definite DER form.');
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? Number.NaN);
    start += count;
    if (!(length >= 0x80)) throw new DerError('The length is not in its shortest form.');
  }
  const end = start + length;
  if (!(end <= bytes.length)) throw new DerError('The data ends inside an element.');
  return { tag, value: bytes.subarray(start, end), raw: bytes.subarray(offset, end) };
}

/** The elements inside a constructed element. */
export function derChildren(node: DerNode): DerNode[] {
  const found: DerNode[] = [];
  for (let at = 0; at < node.value.length;) {
    const child = readDer(node.value, at);
    found.push(child);
    at += child.raw.length;
  }
  return found;
}

/** Reads an element and checks its tag. @throws DerError */
export function expectTag(node: DerNode | undefined, tag: number, what: string): DerNode {
  if (node === undefined || node.tag !== tag) throw new DerError(`${what} is missing or has the wrong type.`);
  return node;
}

/** The dotted form of an OBJECT IDENTIFIER's content. @throws DerError */
export function oidText(value: Uint8Array): string {
  if (value.length > MAX_OID_BYTES) throw new DerError('An object identifier is too long.');
  const parts: bigint[] = [];
  let arc = 0n;
  for (const byte of value) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) {
      parts.push(arc);
      arc = 0n;
    }
  }
  const first = parts[0];
  if (first === undefined || (value.at(-1) ?? 0x80) >= 0x80)
    throw new DerError('An object identifier is truncated.');
  const top = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [top, first - top * 40n, ...parts.slice(1)].join('.');
}

/** The text of a string type; null for any other type or undecodable content. */
export function stringText(node: { tag: number; value: Uint8Array }): string | null {
  switch (node.tag) {
    case TAG.utf8:
      return decode('utf-8', node.value);
    case TAG.printable:
    case TAG.numeric:
    case TAG.ia5:
    case TAG.visible:
    case TAG.general:
    case TAG.t61:
      // T.61 is read as ISO-8859-1, which is what the CAs that still use it mean.
      return latin1(node.value);
    case TAG.bmp:
      return decode('utf-16be', node.value);
    default:
      return null;
  }
}

/** Milliseconds since 1970 of a UTCTime or GeneralizedTime (RFC 5280, 4.1.2.5). @throws DerError */
export function timeMs(node: DerNode | undefined): number {
  const text = node ? latin1(node.value) : '';
  const match =
    node?.tag === TAG.utcTime
      ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)
      : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) throw new DerError('A time does not have the format that RFC 5280 requires.');
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const full = node?.tag === TAG.utcTime ? year + (year < 50 ? 2000 : 1900) : year;
  return Date.UTC(full, month - 1, day, hour, minute, second);
}

/** Bytes as upper-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** The bytes of a hexadecimal text, or null. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}

function latin1(value: Uint8Array): string {
  return Array.from(value, (byte) => String.fromCharCode(byte)).join('');
}

function decode(charset: string, value: Uint8Array): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return null;
  }
}

/** An element with the given tag and content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const head = [tag, ...lengthBytes(length)];
  const whole = new Uint8Array(head.length + length);
  whole.set(head);
  let at = head.length;
  for (const part of content) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return [0x80 | bytes.length, ...bytes];
}

export function derSequence(...items: readonly Uint8Array[]): Uint8Array {
  return der(TAG.sequence, ...items);
}

export function derSet(...items: readonly Uint8Array[]): Uint8Array {
  return der(TAG.set, ...items);
}

/** An OBJECT IDENTIFIER from its dotted form. Arcs up to 2^53. */
export function derOid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left % 128) | 0x80);
    return groups;
  });
  return der(TAG.oid, Uint8Array.from(bytes));
}

/** An INTEGER from a non-negative number. */
export function derInteger(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  // A set first bit would make the number negative.
  if ((bytes[0] ?? 0x80) >= 0x80) bytes.unshift(0);
  return der(TAG.integer, Uint8Array.from(bytes));
}

export function derOctets(bytes: Uint8Array): Uint8Array {
  return der(TAG.octetString, bytes);
}

export function derNull(): Uint8Array {
  return der(0x05);
}

/** A constructed, context-specific element, `[number]`. */
export function derExplicit(number: number, ...content: readonly Uint8Array[]): Uint8Array {
  return der(0xa0 | number, ...content);
}
