/** Writes and reads the Signature header, its four parts (SIG-3, SIG-15) and its RFC 2047 encoded word (SIG-9). */
import { binaryToBytes, decodeBase64, encodeBase64, utf8OrNull } from './base64.ts';

export interface SignatureParts {
  keyId: string;
  algorithm: string;
  /** Lower-case header names in signing order. */
  headers: string[];
  /** Base64. */
  signature: string;
}

const PARTS = ['keyId', 'algorithm', 'headers', 'signature'] as const;

// Values in runs without a backslash, which is much faster than char by char.
const PART = /\s*([A-Za-z]+)="([^"\\]*(?:\\[\s\S][^"\\]*)*)"\s*/y;

/** The header's text before RFC 2047 encoding. */
export function writeSignatureText(parts: SignatureParts): string {
  return `keyId="${parts.keyId}",algorithm="${parts.algorithm}",headers="${parts.headers.join(' ')}",signature="${parts.signature}"`;
}

/** The header's value on the wire, wrapped as one RFC 2047 encoded word if it is not ASCII (SIG-9). */
export function writeSignatureHeader(parts: SignatureParts): string {
  return wrapSignatureText(writeSignatureText(parts));
}

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
    if (!match) return { ok: false, reason: malformed(text, at) };
    const [whole, name = '', value = ''] = match;
    if (!(PARTS as readonly string[]).includes(name)) return { ok: false, reason: unknownPart(name) };
    if (found.has(name)) return { ok: false, reason: `the part ${name} stands twice` };
    found.set(name, value);
    at += whole.length;
    if (at === text.length) break;
    if (text[at] !== ',') {
      const reason =
        value === ''
          ? `the value of ${name} is in quotes twice; write ${name}="…"`
          : `a comma is missing after the part ${name}`;
      return { ok: false, reason };
    }
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

/** Parts of later drafts (draft-cavage-http-signatures-12, 2.1.4 and 2.1.5). */
const LATER_PARTS = new Set(['created', 'expires', 'opaque']);

function unknownPart(name: string): string {
  if (LATER_PARTS.has(name))
    return `the part ${name} is of a later draft of HTTP signatures; this interface has only keyId, algorithm, headers and signature`;
  const meant = PARTS.find((part) => part.toLowerCase() === name.toLowerCase());
  return `the part ${name} is unknown${meant === undefined ? '' : `; write ${meant}`}`;
}

/** What begins otherwise than with a name and an equals sign. */
const OTHER_FORMS: readonly [form: RegExp, name: string][] = [
  [/^\s*\{/, 'it is JSON; write keyId="…",algorithm="…",headers="…",signature="…"'],
  // The value of a structured field: bytes between colons or a list, after a label (RFC 9421, 4.1 and 4.2).
  [
    /^\s*[\w-]+=(?::[A-Za-z0-9+/=]*:|\()/,
    'it is a signature of RFC 9421 (HTTP Message Signatures); this interface uses the older draft-cavage-http-signatures, with keyId, algorithm, headers and signature',
  ],
  [/^\s*["'][A-Za-z]+["']\s*[=:]/, 'the names of its parts are in quotes; write keyId="…"'],
  [/^\s*["'][A-Za-z]+=/, 'the whole value is in quotes; begin with keyId="…"'],
];

/** What is written instead of `key="value"` parts. @param at where the reading stopped */
function malformed(text: string, at: number): string {
  const rest = text.slice(at);
  const scheme = at === 0 ? /^\s*(Signature|Digest|Bearer)[\s:]+/i.exec(text)?.[1] : undefined;
  if (scheme !== undefined)
    return `it begins with the word ${scheme}, as an Authorization header does; begin with keyId="…"`;
  const other = OTHER_FORMS.find(([form]) => form.test(text))?.[1];
  if (other !== undefined) return other;
  if (at > 0 && rest.trim() === '') return 'a comma stands at its end';
  const [, name = '', sign, quote = ''] = /^\s*([A-Za-z]+)\s*([=:])\s*(\S)/.exec(rest) ?? [];
  if (LATER_PARTS.has(name) && quote !== '"') return unknownPart(name);
  if (sign === ':') return `a colon follows the name ${name}; write ${name}="…"`;
  if (sign === '=' && quote !== '"') {
    const kind =
      quote === "'" ? 'in single quotes' : /[“”„«»]/.test(quote) ? 'in typographic quotes' : 'not in quotes';
    return `the value of ${name} is ${kind}; write ${name}="…"`;
  }
  return `it is not a list of key="value" parts separated by commas (position ${at + 1})`;
}

/** Whether every char is ASCII. */
export function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

/** Encodes a text as `=?utf-8?B?…?=`: one unsplit word, whatever its length. */
export function encodeMimeWord(text: string): string {
  return `=?utf-8?B?${encodeBase64(new TextEncoder().encode(text))}?=`;
}

type HeaderText =
  | { ok: true; text: string; wrapped: boolean; rawUtf8: boolean }
  | { ok: false; reason: string };

/**
 * Decodes a header value as Node represents it (one char per byte): plain ASCII, one encoded word, or raw UTF-8.
 * Accepts UTF-8 and ISO-8859-1, B and Q encoding, in upper or lower case. Base64 is decoded strictly.
 */
export function decodeHeaderText(value: string): HeaderText {
  if (value.startsWith('=?')) return decodeMimeWord(value);
  if (isAscii(value)) return { ok: true, text: value, wrapped: false, rawUtf8: false };
  const text = utf8OrNull(binaryToBytes(value));
  if (text === null) return { ok: false, reason: 'it contains bytes that are not UTF-8' };
  return { ok: true, text, wrapped: false, rawUtf8: true };
}

function decodeMimeWord(value: string): HeaderText {
  const match = /^=\?([^?*]+)(?:\*[^?]*)?\?([^?]+)\?([^?\s]*)\?=$/.exec(value);
  if (!match)
    return {
      ok: false,
      reason: 'it starts like an RFC 2047 encoded word but is not a single word =?charset?encoding?text?=',
    };
  const [, charset = '', encoding = '', content = ''] = match;
  let bytes: Uint8Array | null;
  if (encoding.toUpperCase() === 'B') bytes = decodeBase64(content);
  else if (encoding.toUpperCase() === 'Q') bytes = decodeQ(content);
  else return { ok: false, reason: `RFC 2047 defines the encodings B and Q, not ${encoding}` };
  if (bytes === null)
    return {
      ok: false,
      reason: `the RFC 2047 encoded word's content is not valid ${encoding.toUpperCase() === 'B' ? 'base64' : 'Q encoding'}`,
    };
  const text = decodeCharset(charset.toLowerCase(), bytes);
  if (typeof text !== 'string') return { ok: false, reason: text.reason };
  return { ok: true, text, wrapped: true, rawUtf8: false };
}

function decodeCharset(charset: string, bytes: Uint8Array): string | { reason: string } {
  switch (charset) {
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
      return utf8OrNull(bytes) ?? { reason: 'the RFC 2047 encoded word contains bytes that are not UTF-8' };
    case 'iso-8859-1':
    case 'latin1':
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    default:
      return { reason: `the charset ${charset} is neither UTF-8 nor ISO-8859-1` };
  }
}

function decodeQ(content: string): Uint8Array | null {
  if (!/^(?:[!-<>@-~]|=[0-9A-Fa-f]{2})*$/.test(content)) return null;
  const binary = content
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)));
  return binaryToBytes(binary);
}
