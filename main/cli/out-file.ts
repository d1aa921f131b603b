/** A file that a command line names. */
import { writeFileSync } from 'node:fs';
import { kindOf, writeWholeFile } from '../../shared/node/plain-files.ts';

/**
 * Replaces an ordinary file as a whole, or makes it. What is written to a device, a pipe or a link goes there, as with `>` in a
 * shell: it would be gone if a file took its place.
 * @throws Error of the file system
 */
export function writeOutFile(path: string, content: string | Uint8Array): void {
  if (['none', 'file'].includes(kindOf(path))) writeWholeFile(path, content, 0o644);
  else writeFileSync(path, content);
}
