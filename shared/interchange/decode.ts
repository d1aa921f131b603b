/** The text of a file whose encoding is not known. */

export interface Decoded {
  text: string;
  /** Whether it was no Unicode text, and read as Windows-1252. */
  guessed: boolean;
}

/** Recognises a byte order mark, UTF-16 without one, and UTF-8. */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes), guessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true };
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // JSON, YAML and commands begin with an ASCII character, of which UTF-16 has a zero byte.
  if (first !== 0 && second === 0) return 'utf-16le';
  return first === 0 && second !== undefined && second !== 0 ? 'utf-16be' : 'utf-8';
}
