/** Reads the files of an import: those that are named, and those of a folder that is named. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LIMITS, type SourceFile } from '../../../shared/interchange/model.ts';
import { interchange } from '../../../shared/texts/interchange.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';

/** Files of a folder, and folders in each other. */
const [MOST, DEEPEST] = [10_000, 30];
/** Folders of other programs' own files. */
const LEFT_OUT = /^(?:\..*|node_modules)$/;
const OF_BRUNO = /\.(?:bru|ya?ml)$|^bruno\.json$/;

/**
 * @param path of a file, or of a folder with a Bruno collection; links in a folder are not followed
 * @throws Error with the reason
 */
export function readSources(path: string): SourceFile[] {
  if (kindOf(path) !== 'folder') return [{ path: basename(path), bytes: readPlainFile(path, LIMITS.bytes) }];
  const files: SourceFile[] = [];
  let left: number = LIMITS.bytes;
  const addBelow = (folder: string, name: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const inner = join(folder, entry.name);
      const own = `${name}/${entry.name}`;
      if (entry.isDirectory() && !LEFT_OUT.test(entry.name) && depth > 0) addBelow(inner, own, depth - 1);
      if (!entry.isFile() || !OF_BRUNO.test(entry.name)) continue;
      if (files.length >= MOST) throw new Error(interchange.tooManyFiles(MOST));
      const bytes = readPlainFile(inner, left);
      left -= bytes.length;
      files.push({ path: own, bytes });
    }
  };
  addBelow(path, basename(path), DEEPEST);
  return files;
}
