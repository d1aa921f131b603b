/** Writes an imported collection as a new folder of files. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { COLLECTION_FILE, FOLDER_FILE, writeFolderFile } from '../../../shared/collections/folder-file.ts';
import { OPERATIONS_FILE, writeOperationsFile } from '../../../shared/collections/operations-file.ts';
import { writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Folder } from '../../../shared/interchange/model.ts';
import { operationsIn } from '../../../shared/interchange/updating/operations.ts';
import { kindOf, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { README, tooMuchFor } from '../collections/file-limits.ts';
import { SUFFIX } from '../collections/listing.ts';
import { nameKey } from '../../../shared/names.ts';
import { isDevice, plainName } from '../collections/names.ts';

/** The folder exists and is not empty, so that nothing was written. */
export class FolderInUse extends Error {}

/** Permissions of files and folders, before the umask. */
interface Modes {
  files: number;
  folders: number;
}
const SHARED: Modes = { files: 0o644, folders: 0o755 };
/** In the data folder. */
export const PRIVATE: Modes = { files: 0o600, folders: 0o700 };

/**
 * Writes a collection atomically: beside the folder, and then renames it.
 * @param folder must not exist, or be empty
 * @returns the number of files
 * @throws FolderInUse, HostError if a file could not be read again, or Error of the file system; then nothing is left
 */
export function writeCollection(folder: string, tree: Folder): number {
  const path = resolve(folder);
  const kind = kindOf(path);
  if (kind !== 'none' && (kind !== 'folder' || readdirSync(path).length > 0)) throw new FolderInUse(path);
  mkdirSync(dirname(path), { recursive: true });
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  rmSync(beside, { recursive: true, force: true });
  try {
    const settings = { ...tree.settings, name: tree.name.slice(0, 80) };
    const count = writeTree(beside, { ...tree, settings }, { file: COLLECTION_FILE, modes: SHARED });
    if (kind === 'folder') rmSync(path, { recursive: true });
    renameSync(beside, path);
    return count;
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Writes the files of a folder and those in it.
 * @param path must not exist
 * @param file name of the folder's settings file
 * @returns the number of files
 * @throws HostError if a file could not be read again, or Error of the file system
 */
export function writeTree(
  path: string,
  folder: Folder,
  { file, modes }: { file: string; modes: Modes },
): number {
  const { settings, documentation, children } = folder;
  mkdirSync(path, { mode: modes.folders });
  const write = (name: string, text: string) => {
    const problem = tooMuchFor(name, text);
    if (problem !== null)
      throw new HostError('bad-input', texts.core.interchange.notReadAgain(name, problem));
    writeWholeFile(join(path, name), text, modes.files);
  };
  write(file, writeFolderFile(settings, null));
  let count = 1;
  if (documentation !== null) {
    write(README, `${documentation}\n`);
    count++;
  }
  if (folder.fromOpenApi === true) {
    write(OPERATIONS_FILE, writeOperationsFile(operationsIn(folder)));
    count++;
  }
  const names = new FileNames();
  for (const child of children) {
    if (child.kind === 'folder')
      count += writeTree(join(path, names.next(child.name)), child, { file: FOLDER_FILE, modes });
    else {
      write(`${names.next(child.step.name)}${SUFFIX}`, writeStepFile(child.step, null));
      count++;
    }
  }
  return count;
}

/** Bytes: a path of several folders must fit into the 260 characters of Windows. */
const LONGEST = 60;

/** Portable names of files and folders, unique ignoring case. */
export class FileNames {
  private readonly taken: Set<string>;
  /** The last number of each name. */
  private readonly last = new Map<string, number>();

  /** @param there existing names */
  constructor(there: readonly string[] = []) {
    this.taken = new Set([README, COLLECTION_FILE, FOLDER_FILE, OPERATIONS_FILE, ...there].map(nameKey));
  }

  /** A new name from a text. */
  next(text: string): string {
    const plain = fitting(text);
    const common = nameKey(plain);
    for (let number = (this.last.get(common) ?? 0) + 1; ; number++) {
      const name = number === 1 ? plain : `${plain} ${number}`;
      const key = nameKey(name);
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      this.last.set(common, number);
      return name;
    }
  }
}

function fitting(text: string): string {
  const name = plainName(text, LONGEST);
  if (name === '') return 'step';
  const dot = name.indexOf('.');
  return isDevice(name) ? (dot < 0 ? `${name}-` : `${name.slice(0, dot)}-${name.slice(dot)}`) : name;
}
