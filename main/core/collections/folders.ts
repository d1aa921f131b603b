/** Creates, renames and changes folders. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  COLLECTION_FILE,
  FOLDER_FILE,
  type FolderSettings,
  NO_SETTINGS,
  readFolderFile,
  writeFolderFile,
} from '../../../shared/collections/folder-file.ts';
import { schemaNamed } from '../../../shared/collections/step-file.ts';
import { aboveOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { followIncludes } from './includes.ts';
import { README, textAt } from './file-limits.ts';
import { listed } from './listing.ts';
import { fileNameFor, fingerprintOf } from './names.ts';
import { joined, type TreeFiles } from './tree-files.ts';
import { MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';

const t = texts.core.collections;

export interface FolderChange {
  name: string;
  /** Everything else in its file. */
  settings: Omit<FolderSettings, 'name'>;
  /** Markdown; empty for none. */
  documentation: string;
}

/** A folder to be created. */
export interface NewFolder {
  path: string;
  /** The name in its file; empty if the folder itself has it. */
  named: Pick<FolderSettings, 'name'>;
  /** The name of that file. */
  file: string;
}

/**
 * @param depth of the folders in it
 * @throws HostError if the name is not valid or taken, or the folder is nested too deeply
 */
export function newFolder(files: TreeFiles, above: string, name: string, depth = 0): NewFolder {
  const folder = fileNameFor(name);
  const path = joined(above, folder);
  if (above !== '') files.folderOf(above);
  if (path.split('/').length + depth >= MAX_COLLECTION_NESTING)
    throw new HostError('bad-input', t.deep(MAX_COLLECTION_NESTING));
  files.checkFolderName(above, folder, []);
  return { path, named: named(name, folder), file: above === '' ? COLLECTION_FILE : FOLDER_FILE };
}

/** @param secret names of variables whose values are secret */
export function makeFolderIn(
  files: TreeFiles,
  above: string,
  name: string,
  secret: readonly string[] = [],
): string {
  const { path, named: own, file } = newFolder(files, above, name);
  const settings = { ...NO_SETTINGS, ...own, secret: [...secret] };
  files.write(join(files.fileOf(path, ''), file), writeFolderFile(settings, null));
  return path;
}

/**
 * Changes a folder; the steps that include it follow.
 * @param seen its fingerprint when it was read; null writes over whatever is there
 * @returns its path
 */
export function changeFolder(
  files: TreeFiles,
  path: string,
  { name, settings, documentation }: FolderChange,
  seen: string | null,
): string {
  const folder = files.folderOf(path);
  const before = readFolder(folder);
  if (seen !== null && before.fingerprint !== seen)
    throw new HostError('changed', t.changedOutside(before.file));
  const called = fileNameFor(name);
  const above = aboveOf(path);
  files.checkFolderName(above, called, [path]);
  const next = { ...settings, ...named(name, called) };
  if (writeFolderFile(before.settings, null) !== writeFolderFile(next, null))
    files.write(before.file, writeFolderFile(next, before.schema));
  const readme = join(folder, README);
  if (documentation !== (before.documentation ?? '')) {
    if (documentation === '') {
      files.watch.removes(readme);
      rmSync(readme, { force: true });
    } else files.write(readme, documentation);
  }
  // Renamed last: until then, all paths are valid.
  const to = join(dirname(folder), called);
  const now = joined(above, called);
  if (to === folder) return now;
  const listing = listed(files.root);
  files.rename(folder, to);
  const undo = [() => files.rename(to, folder)];
  try {
    followIncludes(files, listing, [{ kind: 'folder', from: path, to: now }], undo);
  } catch (error) {
    undoAll(undo);
    throw error;
  }
  return now;
}

/** The name is in the file only if it is no valid name of a folder. */
function named(name: string, folder: string): { name?: string } {
  return name === folder ? {} : { name };
}

/** @throws HostError if it is damaged: then it must not be overwritten */
export function readFolder(folder: string): {
  file: string;
  schema: string | null;
  settings: FolderSettings;
  documentation: string | null;
  fingerprint: string;
} {
  const file = join(
    folder,
    [COLLECTION_FILE, FOLDER_FILE].find((name) => kindOf(join(folder, name)) !== 'none') ?? FOLDER_FILE,
  );
  const text = textAt(file);
  const documentation = textAt(join(folder, README));
  const settings = text === null ? NO_SETTINGS : readFolderFile(text);
  if (typeof settings === 'string') throw new HostError('refused', t.damaged(file, settings));
  const fingerprint = fingerprintOf(JSON.stringify([text, documentation]));
  return { file, schema: text === null ? null : schemaNamed(text), settings, documentation, fingerprint };
}

/** Rolls back, as far as possible: the first error is reported. @param undo the last change first */
export function undoAll(undo: readonly (() => void)[]): void {
  for (const back of undo) {
    try {
      back();
    } catch {
      // Perhaps changed by another program since.
    }
  }
}
