/** What a file of a collection may have: more is refused when it is written, and listed as damaged when it is read. */
import { basename } from 'node:path';
import { LARGEST_OPERATIONS_FILE, OPERATIONS_FILE } from '../../../shared/collection/operations-file.ts';
import { LARGEST_FILE } from '../../../shared/collection/files.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.collections;

/** Markdown about a folder. */
export const README = 'README.md';
export const MEGABYTE = 1024 * 1024;
/** Bytes of the documentation of a folder. An import writes the description of a bank's whole API there. */
const MAX_README = MEGABYTE;

/** Bytes. @param file its path or name */
export function mostBytes(file: string): number {
  const name = basename(file);
  return name === README ? MAX_README : name === OPERATIONS_FILE ? LARGEST_OPERATIONS_FILE : LARGEST_FILE;
}

/** A sentence if a text could not be read again as this file; null if it can. @param file its path or name */
export function tooMuchFor(file: string, text: string): string | null {
  const most = mostBytes(file);
  if (Buffer.byteLength(text) <= most) return null;
  return basename(file) === README ? t.longDocumentation(most / 1024) : t.tooLarge(most / MEGABYTE);
}

/** The text of a file; null if there is none. @throws HostError if it cannot be read: then it must not be replaced */
export function textAt(file: string): string | null {
  if (kindOf(file) === 'none') return null;
  try {
    return readPlainFile(file, mostBytes(file)).toString('utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HostError('refused', t.damaged(file, t.unreadable(reason)));
  }
}
