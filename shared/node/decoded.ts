/** Texts in files as editors and shells write them: PowerShell writes UTF-16, and some editors begin UTF-8 with a byte order mark. */

/** By their byte order marks. */
const ENCODINGS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The same text in UTF-8 without a mark. What has no mark, such as a certificate in DER, is left as it is. */
export function decoded(bytes: Buffer): Buffer {
  const found = ENCODINGS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  // The decoder leaves the mark out.
  return found === undefined ? bytes : Buffer.from(new TextDecoder(found.encoding).decode(bytes));
}
