/** Files that commands write, where other users of the machine may have put something in their place. */
import { lstatSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kindOf, writeWholeFile } from '../../shared/node/plain-files.ts';
import { orUsageError } from './command.ts';

/** @param mode as for {@link writeOutFile} @throws UsageError */
export function writeOutput(file: string, content: string | Uint8Array, mode?: number): void {
  orWriteError(file, () => writeOutFile(file, content, mode));
}

/**
 * Replaces or creates an ordinary file atomically. Devices, pipes and links are written to, as with `>` in a shell.
 * @param mode of an ordinary file, before the umask
 * @throws Error of the file system, or for a file of another user
 */
export function writeOutFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  refuseOthers(path);
  if (['none', 'file'].includes(kindOf(path))) writeWholeFile(path, content, mode);
  else writeFileSync(path, content);
}

/** Opens a file for writing, and creates its folders. @throws UsageError */
export function openReport(file: string): number {
  return orWriteError(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    refuseOthers(file);
    return openSync(file, 'w', 0o600);
  });
}

/** @throws UsageError */
export function writeReport(file: string, text: string): void {
  orWriteError(file, () => {
    refuseOthers(file);
    writeFileSync(file, text, { mode: 0o600 });
  });
}

/** An empty folder for the numbered files of a report. @throws UsageError */
export function makeReportFolder(folder: string): void {
  orWriteError(folder, () => {
    refuseOthers(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Only these, because the folder may have the user's own files.
    for (const name of readdirSync(folder)) if (/^\d+\.js$/.test(name)) rmSync(join(folder, name));
  });
}

/** Creates a file in such a folder. @throws UsageError */
export function writeNewReport(file: string, text: string): void {
  orWriteError(file, () => writeFileSync(file, text, { mode: 0o600, flag: 'wx' }));
}

export const orWriteError = <T>(path: string, write: () => T): T =>
  orUsageError(`${path} cannot be written`, write);

const ROOT = 0;

/** A file of another user could lead elsewhere, or be read by that user. Links such as /dev/stdout belong to root. @throws Error */
function refuseOthers(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  // Windows has no such owners.
  if (stat === undefined || process.getuid === undefined) return;
  if (stat.uid !== process.getuid() && stat.uid !== ROOT)
    throw new Error('it belongs to another user of this machine. Choose another name');
}
