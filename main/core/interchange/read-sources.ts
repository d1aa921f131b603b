/** Reads the files of an import. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isForeignFolder, ofCollections } from '../../../shared/interchange/bundle.ts';
import { type SourceFile } from '../../../shared/interchange/model.ts';
import { interchange } from '../../../shared/texts/interchange.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILES, MAX_SOURCE_NESTING } from '../../../shared/limits.ts';

/**
 * @param path of a file, or of a folder with a collection or document in several files; links in a folder are not followed
 * @throws Error with the reason
 */
export function readSources(path: string): SourceFile[] {
  if (kindOf(path) !== 'folder')
    return [{ path: basename(path), bytes: readPlainFile(path, MAX_IMPORT_BYTES) }];
  const found: { path: string; at: string }[] = [];
  const addBelow = (folder: string, name: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inner = join(folder, entry.name);
      const own = `${name}/${entry.name}`;
      if (entry.isDirectory() && !isForeignFolder(entry.name) && depth > 0) addBelow(inner, own, depth - 1);
      if (entry.isFile()) found.push({ path: own, at: inner });
    }
  };
  addBelow(path, basename(path), MAX_SOURCE_NESTING);
  const files = ofCollections(found);
  if (files.length > MAX_IMPORT_FILES) throw new Error(interchange.tooManyFiles(MAX_IMPORT_FILES));
  let left: number = MAX_IMPORT_BYTES;
  return files.map(({ path: own, at }) => {
    const bytes = readPlainFile(at, left);
    left -= bytes.length;
    return { path: own, bytes };
  });
}
