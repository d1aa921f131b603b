/** Strict base64 (RFC 4648): rejects input that `Buffer.from(x, 'base64')` would silently repair (SIG-9). */

/** Padded, and with zeros in the unused bits of the last letter (RFC 4648, 3.5). */
const STANDARD = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** Encodes bytes as base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(bytesToBinary(bytes));
}

/** Decodes base64; null unless an encoder would write exactly this text. */
export function decodeBase64(text: string): Uint8Array | null {
  return text.length % 4 === 0 && STANDARD.test(text) ? binaryToBytes(atob(text)) : null;
}

/** Encodes bytes as base64url (RFC 4648 section 5), with padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_');
}

/** One char per byte, as Node represents HTTP header values (ISO-8859-1). */
export function bytesToBinary(bytes: Uint8Array): string {
  let text = '';
  // In slices, because String.fromCharCode with a whole body as arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** The inverse of {@link bytesToBinary}. The caller must not pass chars above U+00FF. */
export function binaryToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Decodes UTF-8; null if the bytes are not valid UTF-8. */
export function utf8OrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
