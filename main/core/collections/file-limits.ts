/** Size limits of the files of a collection, checked when they are written and read. */
import { basename } from 'node:path';
import { OPERATIONS_FILE } from '../../../shared/collections/operations-file.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_OPERATIONS_FILE_BYTES, MAX_STEP_FILE_BYTES } from '../../../shared/limits.ts';

const t = texts.core.collections;

export const MEGABYTE = 1024 * 1024;

/** Bytes. @param file its path or name */
export function mostBytes(file: string): number {
  return basename(file) === OPERATIONS_FILE ? MAX_OPERATIONS_FILE_BYTES : MAX_STEP_FILE_BYTES;
}

/** A sentence if a text could not be read again as this file; null if it can. @param file its path or name */
export function tooMuchFor(file: string, text: string): string | null {
  const most = mostBytes(file);
  if (Buffer.byteLength(text) <= most) return null;
  return t.tooLarge(most / MEGABYTE);
}

/** The text of a file; null if it does not exist. @throws HostError if it cannot be read: then it must not be replaced */
export function textAt(file: string): string | null {
  if (kindOf(file) === 'none') return null;
  try {
    return readPlainFile(file, mostBytes(file)).toString('utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError('refused', t.damaged(file, t.unreadable(reason)));
  }
}
