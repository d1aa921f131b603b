/** Texts in files as editors and shells write them. */

export function asUtf16(text: string, endian: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return endian === 'le' ? bytes : bytes.swap16();
}

/** Each with a title. */
export const ENCODINGS: readonly (readonly [title: string, encode: (text: string) => Buffer])[] = [
  ['UTF-16, little endian', (text) => asUtf16(text, 'le')],
  ['UTF-16, big endian', (text) => asUtf16(text, 'be')],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
];
