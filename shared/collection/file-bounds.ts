/** What the file of a step or a folder may have, wherever it is read. */
import { countedWithin } from '../json-bounds.ts';

/** Bytes. */
export const LARGEST_FILE = 8 * 1024 * 1024;
/** Lists and objects, values, and members of one object: those of thousands take an engine, and a schema, ten times as long as values of a list. */
export const FULLEST_FILE = { containers: 100_000, values: 200_000, members: 5000 };

/** Lists, objects and values of all files of a tree together. Nine thousand ordinary requests have a quarter of it. */
export const FULLEST_TREE = 2_000_000;

/**
 * Found out without parsing it: a schema needs microseconds for each value, and a file of 8 MB may have millions. How deep they may
 * be is said by the reader (`files.ts`): there are no more levels than lists and objects.
 * @param bytes UTF-8
 */
export function isTooFull(bytes: Uint8Array): boolean {
  return fullness(bytes) === null;
}

/** Lists, objects and values of a file; null if it has too many. */
export function fullness(bytes: Uint8Array): number | null {
  return countedWithin(bytes, { ...FULLEST_FILE, levels: FULLEST_FILE.containers });
}
