/** A DER writer (ITU-T X.690) for the types that keys and certificates need. The reader is der.ts. */
import { TAG } from './der.ts';

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
