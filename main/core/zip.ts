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
    const local = Buffer.concat([long(SIGNATURE.local), short(VERSION), about, path, bytes]);
    const rights = ((PLAIN_FILE | mode) << 16) >>> 0;
    // No comment, the first disk, no hint that it is text.
    const place = [short(0, 0, 0), long(rights, offset)];
    const head = [long(SIGNATURE.central), short(UNIX | VERSION, VERSION)];
    centrals.push(Buffer.concat([...head, about, ...place, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const { length } = entries;
  const end = [long(SIGNATURE.end), short(0, 0, length, length), long(directory.length, offset), short(0)];
  return Buffer.concat([...locals, directory, ...end]);
}

/** What an entry and its line of the directory both say, from the flags to the length of the extra field. */
function aboutOf(path: Buffer, bytes: Uint8Array, at: Date): Buffer {
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const sizes = long(crc32(bytes), bytes.length, bytes.length);
  return Buffer.concat([short(FLAGS, 0, time, day), sizes, short(path.length, 0)]);
}

/** Numbers of two bytes, the low one first. */
function short(...values: number[]): Buffer {
  return written(values, 2);
}

/** Numbers of four bytes. */
function long(...values: number[]): Buffer {
  return written(values, 4);
}

function written(values: readonly number[], size: 2 | 4): Buffer {
  const bytes = Buffer.alloc(values.length * size);
  for (const [at, value] of values.entries()) bytes.writeUIntLE(value, at * size, size);
  return bytes;
}
