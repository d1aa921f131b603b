/** What a file of a collection may have: more is refused when it is written, and listed as damaged when it is read. */
import { basename } from 'node:path';
import { LARGEST_OPERATIONS_FILE, OPERATIONS_FILE } from '../../../shared/collection/operations-file.ts';
import { FULLEST_FILE, fullness, LARGEST_FILE } from '../../../shared/collection/file-bounds.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';

const t = texts.core.collections;

/** Said of a file with more than is read. */
export const TOO_FULL = t.tooFull(FULLEST_FILE);

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

/** A sentence if a step or the file of a folder has more values than are read; null if not. */
export function tooFull(text: string, count: Count = () => {}): string | null {
  const bytes = Buffer.from(text);
  const values = fullness(bytes);
  count({ bytes: bytes.length, values: values ?? 0 });
  return values === null ? TOO_FULL : null;
}

/** Called with what a file has. */
export type Count = (has: { bytes: number; values: number }) => void;

/** A sentence if a text could not be read again as this file; null if it can. @param file its path or name */
export function tooMuchFor(file: string, text: string): string | null {
  const most = mostBytes(file);
  const name = basename(file);
  if (Buffer.byteLength(text) > most)
    return name === README ? t.longDocumentation(most / 1024) : t.tooLarge(most / MEGABYTE);
  return name === README || name === OPERATIONS_FILE ? null : tooFull(text);
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
