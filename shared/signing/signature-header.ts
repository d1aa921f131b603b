/** Writes and reads the Signature header and its four parts (SIG-3, SIG-15). */
import { encodeMimeWord, isAscii } from './mime-word.ts';

export interface SignatureParts {
  keyId: string;
  algorithm: string;
  /** Lower-case header names in signing order. */
  headers: string[];
  /** Base64. */
  signature: string;
}

const PARTS = ['keyId', 'algorithm', 'headers', 'signature'] as const;

// The value is read in runs without a backslash, which is much quicker than char by char.
const PART = /\s*([A-Za-z]+)="([^"\\]*(?:\\[\s\S][^"\\]*)*)"\s*/y;

/** The header's text before RFC 2047 encoding. */
export function writeSignatureText(parts: SignatureParts): string {
  return `keyId="${parts.keyId}",algorithm="${parts.algorithm}",headers="${parts.headers.join(' ')}",signature="${parts.signature}"`;
}

/** The header's value on the wire, wrapped as one RFC 2047 encoded word if it is not ASCII (SIG-9). */
export function writeSignatureHeader(parts: SignatureParts): string {
  return wrapSignatureText(writeSignatureText(parts));
}

/** Wraps a text that has already been written. */
export function wrapSignatureText(text: string): string {
  return isAscii(text) ? text : encodeMimeWord(text);
}

export type SignatureReading = { ok: true; parts: SignatureParts } | { ok: false; reason: string };

/**
 * Reads the (decoded) header text. Respects quotes: commas inside a value do not split, and a backslash keeps the
 * quote after it inside the value. Values are not unescaped, because clients do not escape RFC 2253's backslashes.
 */
export function readSignatureText(text: string): SignatureReading {
  const found = new Map<string, string>();
  let at = 0;
  for (;;) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (!match)
      return {
        ok: false,
        reason: `it is not a list of key="value" parts separated by commas (position ${at + 1})`,
      };
    const [whole, name = '', value = ''] = match;
    if (!(PARTS as readonly string[]).includes(name))
      return { ok: false, reason: `the part ${name} is unknown` };
    if (found.has(name)) return { ok: false, reason: `the part ${name} stands twice` };
    found.set(name, value);
    at += whole.length;
    if (at === text.length) break;
    if (text[at] !== ',') return { ok: false, reason: `a comma is missing after the part ${name}` };
    at++;
  }
  const [keyId, algorithm, headers, signature] = PARTS.map((name) => found.get(name));
  const missing = PARTS.filter((name) => !found.has(name));
  if (keyId === undefined || algorithm === undefined || headers === undefined || signature === undefined) {
    const all = missing.join(', ').replace(/, (?=\w+$)/, ' and ');
    const reason = missing.length === 1 ? `the part ${all} is missing` : `the parts ${all} are missing`;
    return { ok: false, reason };
  }
  return { ok: true, parts: { keyId, algorithm, headers: headers.split(' '), signature } };
}
