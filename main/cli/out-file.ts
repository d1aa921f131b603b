/** A file that a command line names. */
import { lstatSync, writeFileSync } from 'node:fs';
import { kindOf, writeWholeFile } from '../../shared/node/plain-files.ts';

const ROOT = 0;

/**
 * Replaces an ordinary file as a whole, or makes it. What is written to a device, a pipe or a link goes there, as with `>` in a
 * shell: it would be gone if a file took its place.
 * @param mode of an ordinary file, before the process's own mask
 * @throws Error of the file system, or for what belongs to another user
 */
export function writeOutFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  refuseOthers(path);
  if (['none', 'file'].includes(kindOf(path))) writeWholeFile(path, content, mode);
  else writeFileSync(path, content);
}

/**
 * What another user has put there could lead elsewhere, or be read by that user. Links of the system, such as /dev/stdout,
 * belong to root. @throws Error
 */
export function refuseOthers(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Windows has no such owners.
  if (stat === undefined || process.getuid === undefined) return;
  if (stat.uid !== process.getuid() && stat.uid !== ROOT)
    throw new Error('it belongs to another user of this machine. Choose another name');
}
