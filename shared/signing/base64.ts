/** Base64 (RFC 4648), strict: what `Buffer.from(x, 'base64')` would silently repair is refused here (SIG-9). */

const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/;

/** Bytes to base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(bytesToBinary(bytes));
}

/** Base64 to bytes, or null where the text is not exactly padded standard base64. */
export function decodeBase64(text: string): Uint8Array | null {
  return text.length % 4 === 0 && STANDARD.test(text) ? binaryToBytes(atob(text)) : null;
}

/** Bytes to base64url (RFC 4648 section 5), padding kept as given by the length. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_');
}

/** One char a byte, as Node hands over HTTP header values (ISO-8859-1). */
export function bytesToBinary(bytes: Uint8Array): string {
  let text = '';
  // In slices: String.fromCharCode with a whole body as arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** The inverse of {@link bytesToBinary}. Chars above U+00FF are a caller's error. */
export function binaryToBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** UTF-8 text of the bytes, or null where they are not valid UTF-8. */
export function utf8OrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
