/** Where a collection begins: the nearest folder around a path that has a collection file. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { COLLECTION_FILE } from '../../../shared/collection/folder-file.ts';
import { SUFFIX } from '../../core/collections/listing.ts';
import { UsageError } from '../command.ts';

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
  if (stat === undefined) throw new UsageError(`${path} does not exist. Give the folder of a collection.`);
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
    if (dirname(at) === at) return null;
  }
}
