/** Reads and writes ordinary files only: links may lead elsewhere, and pipes and devices may never end. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A file that is not an ordinary file, or too large. The message completes "The file cannot be read: …". */
export class FileError extends Error {}

/** Windows has neither flag. */
const CAREFULLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @param limit bytes @throws FileError, or Error of the file system */
export function readPlainFile(path: string, limit: number): Buffer {
  const { file, size } = openPlainFile(path);
  try {
    if (size > limit)
      throw new FileError(
        `it is larger than ${limit < 1024 * 1024 ? `${limit / 1024} KB` : `${limit / 1024 / 1024} MB`}`,
      );
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Opens a file for reading. @returns its descriptor and its size in bytes @throws FileError, or Error of the file system */
export function openPlainFile(path: string): { file: number; size: number } {
  const file = openCarefully(path);
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new FileError('it is a folder');
    if (!stat.isFile()) throw new FileError('it is not an ordinary file');
    return { file, size: stat.size };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function openCarefully(path: string): number {
  try {
    return openSync(path, CAREFULLY);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP')
      throw new FileError('it is a link, and links are not followed');
    // A socket.
    if (error instanceof Error && 'code' in error && error.code === 'ENXIO')
      throw new FileError('it is not an ordinary file');
    throw error;
  }
}

/**
 * Replaces a file atomically: a temporary file is renamed to it.
 * @throws Error of the file system; then the old file is unchanged, and the temporary one is deleted
 */
export function writeWholeFile(path: string, content: string | Uint8Array, mode: number): void {
  // A random name, so that no file of the user is replaced and no planted link is followed. Hidden from lists and watchers of the
  // folder, and short, so that it fits wherever the name of the file does.
  const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.new`);
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      replaceBy(file, temporary, { path, content });
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw named(error, temporary, path);
  }
}

/** Writes a new file asynchronously. @throws Error of the file system, also if the file exists */
export async function writeNewFile(path: string, content: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  syncFolder(dirname(path));
}

/** @param file open for writing, at `temporary` */
function replaceBy(
  file: number,
  temporary: string,
  { path, content }: { path: string; content: string | Uint8Array },
): void {
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Errors of a folder that cannot be flushed: it is not readable, or its file system does not support it. */
const NO_FLUSH = /^(?:EACCES|EPERM|EINVAL|ENOTSUP|ENOSYS|EISDIR|EBADF)$/;

/** Flushes the entries of a folder to disk, so that a new or renamed file survives a power cut. @throws Error of the disk */
export function syncFolder(folder: string): void {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return;
  try {
    const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_FLUSH.test(String(error.code)))) throw error;
  }
}

/** The error with the name of the target instead of the temporary file. */
function named(error: unknown, temporary: string, path: string): unknown {
  if (!(error instanceof Error && 'path' in error)) return error;
  return Object.assign(error, { path, message: error.message.replaceAll(temporary, path) });
}

/** The kind of entry at a path; links are not followed. */
export function kindOf(path: string): 'none' | 'file' | 'folder' | 'link' | 'other' {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'none';
  if (stat.isSymbolicLink()) return 'link';
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
}

/**
 * Resolves a relative path from a page or a file.
 * @param root a folder, which may itself be a link
 * @returns null if it is not inside the folder; `blocked` is a parent that is not a folder, for example a link
 */
export function placeInside(root: string, path: string): { file: string; blocked: string | null } | null {
  const base = resolve(root);
  const rest = relative(base, join(base, path));
  const parts = rest.split(sep);
  if (rest === '' || parts[0] === '..' || isAbsolute(rest) || rest.includes('\0')) return null;
  const file = join(base, rest);
  let above = base;
  for (const part of parts.slice(0, -1)) {
    above = join(above, part);
    if (!['none', 'folder'].includes(kindOf(above))) return { file, blocked: above };
  }
  return { file, blocked: null };
}

/** Files that the shell has opened: standard input, and `<(…)`. */
const OPEN_ALREADY = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;

/**
 * Reads a file that the user names on a command line or in a configuration. Follows links, because secrets of containers are links, but
 * refuses pipes and devices, which may never end.
 * @param instead what to do about it, as a sentence @throws Error
 */
export function readGivenFile(name: string, instead = ''): Buffer {
  const stat = statSync(name);
  if (!stat.isFile() && !stat.isDirectory() && !OPEN_ALREADY.test(name))
    throw new Error(`it is not an ordinary file. ${instead}`.trim());
  return readFileSync(name);
}

/** Encodings by their byte order marks: PowerShell writes UTF-16, and some editors mark UTF-8. */
const ENCODINGS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The same text in UTF-8 without a mark. Bytes without a mark, such as DER, are unchanged. */
export function decoded(bytes: Buffer): Buffer {
  const found = ENCODINGS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  // The decoder removes the mark.
  return found === undefined ? bytes : Buffer.from(new TextDecoder(found.encoding).decode(bytes));
}
