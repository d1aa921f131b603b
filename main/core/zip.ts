/** Writes ZIP files with the rights of their files. */
import { type Zippable, zipSync } from 'fflate';

export interface ZipEntry {
  /** Path in the file, joined by `/`. */
  name: string;
  bytes: Uint8Array;
  /** Rights of the unpacked file on Unix, such as 0o600. */
  mode: number;
}

/** "Made on": rights of a file mean something there. */
const UNIX = 3;
/** The bit of a plain file in the mode of Unix. */
const PLAIN_FILE = 0o100000;

/** @param at the time that all entries carry, in this machine's time zone */
export function zipOf(entries: readonly ZipEntry[], at: Date): Uint8Array {
  const files: Zippable = Object.fromEntries(
    entries.map(({ name, bytes, mode }) => [
      name,
      [bytes, { os: UNIX, attrs: ((PLAIN_FILE | mode) << 16) >>> 0, mtime: at }],
    ]),
  );
  return zipSync(files);
}
