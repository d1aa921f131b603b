/** Reads and writes ordinary files only: no links, pipes or devices, which may lead elsewhere or never end. */
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
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A file is something else than an ordinary file, or too large. The message completes "The file cannot be read: …". */
export class FileError extends Error {}

/** Not on Windows, where neither links nor pipes are opened by such names. */
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
 * Replaces a file as a whole: it is written beside it and renamed, so that a crash leaves the old or the new one.
 * @param mode for example 0o600
 * @throws Error of the file system; then the old file is unchanged, and nothing is left beside it
 */
export function writeWholeFile(path: string, content: string | Uint8Array, mode: number): void {
  // A name that nobody has and nobody can guess: no file of a person is replaced, and nothing planted is written through.
  // Hidden, so that no list and no watch of a folder shows it, and short, so that it fits wherever the file's own name does.
  const beside = join(dirname(path), `.${randomBytes(8).toString('hex')}.new`);
  try {
    const file = openSync(beside, 'wx', mode);
    try {
      replaceBy(file, beside, { path, content });
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
  } catch (error) {
    throw named(error, beside, path);
  }
}

/**
 * Writes a file that is not there yet, while everything else goes on.
 * @param mode for example 0o600
 * @throws Error of the file system, also if it is there
 */
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

/** @param file open for writing, at `beside` */
function replaceBy(
  file: number,
  beside: string,
  { path, content }: { path: string; content: string | Uint8Array },
): void {
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  syncFolder(dirname(path));
}

/** What a folder says when it cannot be flushed: it may not be read, or its file system has no such thing. */
const NO_FLUSH = /^(?:EACCES|EPERM|EINVAL|ENOTSUP|ENOSYS|EISDIR|EBADF)$/;

/** Flushes the names in a folder to disk: a power cut would take those of a new or renamed file otherwise. @throws Error of the disk */
export function syncFolder(folder: string): void {
  // Windows flushes no folders.
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

/** The error with the name of the file that is to be written: nobody knows the other one. */
function named(error: unknown, beside: string, path: string): unknown {
  if (!(error instanceof Error && 'path' in error)) return error;
  return Object.assign(error, { path, message: error.message.replaceAll(beside, path) });
}

/** What is at a path itself, whatever a link there leads to. */
export function kindOf(path: string): 'none' | 'file' | 'folder' | 'link' | 'other' {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'none';
  if (stat.isSymbolicLink()) return 'link';
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
}

/**
 * Where a relative path leads that a page or a file names.
 * @param root a folder, which may itself be a link
 * @returns null if it leads out of the folder, or to the folder itself; `blocked` is what stands on the way and is no folder, for
 * example a link
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
