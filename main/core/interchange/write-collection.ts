/** Writes an imported collection as a new folder of files. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { COLLECTION_FILE, FOLDER_FILE, writeFolderFile } from '../../../shared/collection/folder-file.ts';
import { writeStepFile } from '../../../shared/collection/step-file.ts';
import type { Folder } from '../../../shared/interchange/model.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { README, SUFFIX } from '../collections/listing.ts';
import { FileNames } from './file-names.ts';

/** The folder exists and is not empty, so that nothing was written. */
export class FolderInUse extends Error {}

/**
 * Writes every file beside the folder and then gives it its name, so that it is whole or not there.
 * @param folder that does not exist yet, or is empty
 * @returns the number of files
 * @throws FolderInUse, or Error of the file system; then nothing is left
 */
export function writeCollection(folder: string, tree: Folder): number {
  const path = resolve(folder);
  const kind = kindOf(path);
  if (kind !== 'none' && (kind !== 'folder' || readdirSync(path).length > 0)) throw new FolderInUse(path);
  mkdirSync(dirname(path), { recursive: true });
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  rmSync(beside, { recursive: true, force: true });
  try {
    const count = writeFolder(beside, tree, true);
    if (kind === 'folder') rmSync(path, { recursive: true });
    renameSync(beside, path);
    return count;
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}

function writeFolder(path: string, folder: Folder, isOutermost: boolean): number {
  mkdirSync(path);
  const write = (name: string, text: string) => writeFileSync(join(path, name), text, { flag: 'wx' });
  const settings = isOutermost ? { ...folder.settings, name: folder.name.slice(0, 80) } : folder.settings;
  write(isOutermost ? COLLECTION_FILE : FOLDER_FILE, writeFolderFile(settings, null));
  let count = 1;
  if (folder.documentation !== null) {
    write(README, `${folder.documentation}\n`);
    count++;
  }
  const names = new FileNames();
  for (const child of folder.children) {
    if (child.kind === 'folder') count += writeFolder(join(path, names.next(child.name)), child, false);
    else {
      write(`${names.next(child.step.name)}${SUFFIX}`, writeStepFile(child.step, null));
      count++;
    }
  }
  return count;
}
