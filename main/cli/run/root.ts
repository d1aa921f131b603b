/** Where a collection begins: the nearest folder around a path that has a collection file. */
import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { COLLECTION_FILE } from '../../../shared/collections/folder-file.ts';
import { SUFFIX } from '../../core/collections/listing.ts';
import { UsageError } from '../command.ts';
import { shippedNames } from '../own-files.ts';

const WRITABLE_BY_ALL = 0o002;

export interface Place {
  /** Absolute path of the outermost folder. */
  root: string;
  /** The folder or step to run, relative to the root and joined by `/`; '' for everything. */
  start: string;
}

/** @param path of a folder, or of a file with a step @throws UsageError if nothing is there */
export function placeOf(path: string): Place {
  const whole = resolve(path);
  const stat = statSync(whole, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new UsageError(
      `${path} does not exist. Give the folder of a collection, or one that comes with the program: ${shippedNames().join(', ')}.`,
    );
  if (!stat.isDirectory() && !whole.endsWith(SUFFIX))
    throw new UsageError(`${path} is neither a folder nor a step: the file of a step ends with ${SUFFIX}.`);
  const folder = stat.isDirectory() ? whole : dirname(whole);
  const root = collectionAround(folder) ?? folder;
  const start = relative(root, whole).split(sep).join('/');
  return { root, start: stat.isDirectory() ? start : start.slice(0, -SUFFIX.length) };
}

function collectionAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, COLLECTION_FILE))) return at;
    if (dirname(at) === at || !isOfSameOwner(folder, dirname(at))) return null;
  }
}

/** Whether what stands in the outer folder can only be the doing of the inner one's owner: `/tmp` has the files of everybody. */
function isOfSameOwner(inner: string, outer: string): boolean {
  // Windows has no such owners.
  if (process.platform === 'win32') return true;
  const { uid } = statSync(inner);
  const above = statSync(outer);
  const file = lstatSync(join(outer, COLLECTION_FILE), { throwIfNoEntry: false });
  return (
    above.uid === uid && (above.mode & WRITABLE_BY_ALL) === 0 && (file === undefined || file.uid === uid)
  );
}
