/** Files that a person names on a command line or in a configuration. Links are followed: secrets of containers are links. */
import { readFileSync, statSync } from 'node:fs';

/** What the shell has opened already: standard input, and `<(…)`. */
const OPEN_ALREADY = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;

/**
 * Not pipes and devices: whoever opens one waits for its other end, and some never end.
 * @param instead what to do about it, as a sentence @throws Error
 */
export function readGivenFile(name: string, instead = ''): Buffer {
  const stat = statSync(name);
  if (!stat.isFile() && !stat.isDirectory() && !OPEN_ALREADY.test(name))
    throw new Error(`it is not an ordinary file. ${instead}`.trim());
  return readFileSync(name);
}

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
