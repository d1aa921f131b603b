/** Writes ZIP files (APPNOTE 6.3): what is in them is stored as it is, not compressed. */
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** Path in the file, joined by `/`. */
  name: string;
  bytes: Uint8Array;
  /** Rights of the unpacked file on Unix, such as 0o600. */
  mode: number;
}

const SIGNATURE = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
/** 2.0, and made on Unix, where the rights of a file mean something. */
const VERSION = 20;
const UNIX = 3 << 8;
/** Names are UTF-8. */
const FLAGS = 1 << 11;
/** The bit of a plain file in the mode of Unix. */
const PLAIN_FILE = 0o100000;

/** @param at the time that all entries carry, in this machine's time zone */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, mode } of entries) {
    const path = Buffer.from(name, 'utf8');
    const about = aboutOf(path, bytes, at);
    const local = Buffer.concat([number(SIGNATURE.local, 4), number(VERSION, 2), about, path, bytes]);
    const rights = ((PLAIN_FILE | mode) << 16) >>> 0;
    centrals.push(
      Buffer.concat([
        ...[number(SIGNATURE.central, 4), number(UNIX | VERSION, 2), number(VERSION, 2), about],
        // No comment, the first disk, no hint that it is text.
        ...[number(0, 2), number(0, 2), number(0, 2), number(rights, 4), number(offset, 4), path],
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = [
    ...[number(SIGNATURE.end, 4), number(0, 2), number(0, 2)],
    ...[number(entries.length, 2), number(entries.length, 2)],
    ...[number(directory.length, 4), number(offset, 4), number(0, 2)],
  ];
  return Buffer.concat([...locals, directory, ...end]);
}

/** What an entry and its line of the directory both say, from the flags to the length of the extra field. */
function aboutOf(path: Buffer, bytes: Uint8Array, at: Date): Buffer {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  return Buffer.concat([
    ...[number(FLAGS, 2), number(0, 2), number(time, 2), number(day, 2)],
    ...[number(crc32(bytes), 4), number(bytes.length, 4), number(bytes.length, 4)],
    ...[number(path.length, 2), number(0, 2)],
  ]);
}

/** Little-endian. */
function number(value: number, size: 2 | 4): Buffer {
  const written = Buffer.alloc(size);
  written.writeUIntLE(value, 0, size);
  return written;
}
