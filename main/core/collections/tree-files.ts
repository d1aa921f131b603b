/** Resolves and changes the files and folders of the tree, announcing each change to the watch. */
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { HostError } from '../../../shared/contract/envelope.ts';
import { flowOfPath } from '../../../shared/collections/tree.ts';
import { kindOf, placeInside, syncFolder, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { textAt, tooMuchFor } from './file-limits.ts';
import { isSameName } from './names.ts';
import { FolderWatch, type Later } from './watch.ts';
import { MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';

const t = texts.core.collections;

export class TreeFiles {
  readonly root: string;
  readonly watch: FolderWatch;

  private readonly isShared: boolean;

  /** @param isShared whether others may read new files, as outside the data folder; existing files then keep their permissions */
  constructor(root: string, later?: Later, isShared = false) {
    this.root = root;
    this.watch = new FolderWatch(root, later);
    this.isShared = isShared;
  }

  /** The file or folder that a path has or would have. @throws HostError for a path out of the tree, or through a link or file */
  fileOf(path: string): string {
    // A path from a page must not lead out of the folder; what is in a flow is in its file.
    const place = placeInside(this.root, flowOfPath(path) ?? path);
    if (place === null) throw new HostError('bad-input', t.noPath(path));
    if (place.blocked !== null) throw new HostError('refused', t.notAFolder(place.blocked));
    return place.file;
  }

  /** The absolute path of a folder; the root has no path. @throws HostError as {@link fileOf}, or if it does not exist */
  folderOf(path: string): string {
    if (path === '') return this.root;
    const folder = this.fileOf(path);
    if (kindOf(folder) !== 'folder') throw new HostError('not-found', t.noFolder(path));
    return folder;
  }

  /**
   * @param except ignored paths
   * @throws HostError if the folder has a file or folder of that name, ignoring case, or is too deep
   */
  checkName(folder: string, name: string, except: readonly string[]): void {
    // The file's name counts.
    if (joined(folder, name).split('/').length > MAX_COLLECTION_NESTING)
      throw new HostError('bad-input', t.deep(MAX_COLLECTION_NESTING));
    const there = this.namesIn(folder).find(
      (one) => isSameName(one, name) && !except.includes(joined(folder, one)),
    );
    if (there !== undefined) throw new HostError('refused', t.folderExists(joined(folder, there)));
  }

  /** The names of what is in a folder; none if it does not exist. */
  namesIn(folder: string): string[] {
    const path = folder === '' ? this.root : this.fileOf(folder);
    // Only the folder of all may be a link.
    const isThere = folder === '' ? existsSync(path) : kindOf(path) === 'folder';
    return isThere ? readdirSync(path) : [];
  }

  /** @throws HostError as {@link checkText} */
  write(file: string, text: string): void {
    this.checkText(file, text);
    this.makeFolder(dirname(file));
    this.watch.writes(file, text);
    writeWholeFile(file, text, this.modeOf(file));
  }

  /**
   * Replaces a text.
   * @param before null for a new file @param text null to delete it
   * @param undo gets a function that rolls back, unless the file has changed since
   * @throws HostError as {@link checkText}
   */
  rewrite(file: string, before: string | null, text: string | null, undo: Undo): void {
    const put = (next: string | null) => (next === null ? this.removeFile(file) : this.write(file, next));
    undo.unshift(() => {
      if (textAt(file) === text) put(before);
    });
    put(text);
  }

  /** @throws HostError if a text could not be read again as this file */
  checkText(file: string, text: string): void {
    const problem = tooMuchFor(file, text);
    if (problem !== null) throw new HostError('bad-input', problem);
  }

  private modeOf(file: string): number {
    if (!this.isShared) return 0o600;
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? 0o644 : stat.mode & 0o777;
  }

  rename(from: string, to: string): void {
    this.makeFolder(dirname(to));
    this.watch.removes(from);
    if (kindOf(from) === 'folder') this.watch.makes(to);
    renameSync(from, to);
    syncFolder(dirname(to));
    if (dirname(from) !== dirname(to)) syncFolder(dirname(from));
  }

  /** @param from path from the root @param undo gets a function that rolls back */
  renamePath(from: string, to: string, undo: Undo): void {
    const [at, next] = [this.fileOf(from), this.fileOf(to)];
    this.rename(at, next);
    undo.unshift(() => this.rename(next, at));
  }

  /** Deletes a file, and the folders that become empty. */
  removeFile(file: string): void {
    this.watch.removes(file);
    rmSync(file, { force: true });
    this.removeEmpty(dirname(file));
  }

  /** Deletes a folder and its contents, atomically. */
  removeFolder(folder: string): void {
    const aside = join(dirname(folder), `.deleted-${Date.now()}`);
    this.watch.removes(folder);
    this.watch.removes(aside);
    renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
    this.removeEmpty(dirname(folder));
  }

  /** Deletes a folder that is empty, and those above it. */
  removeEmpty(from: string): void {
    for (let folder = from; folder !== this.root && folder.startsWith(this.root); folder = dirname(folder)) {
      if (!existsSync(folder) || readdirSync(folder).length > 0) return;
      this.watch.removes(folder);
      rmdirSync(folder);
    }
  }

  exists(path: string): boolean {
    return kindOf(path) !== 'none';
  }

  makeFolder(folder: string): void {
    for (let above = folder; above.startsWith(this.root) && !existsSync(above); above = dirname(above))
      this.watch.makes(above);
    makeFolder(folder, this.isShared ? 0o755 : 0o700);
  }

  /** The path of a file or folder from the root, joined by `/`. */
  relative(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }
}

/** @returns a path from the root */
export function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** What takes back what was done, the last first. */
export type Undo = (() => void)[];

/** Does all of some work, or none: what was done before a failure is rolled back as far as possible, and the failure is reported. */
export function allOrNothing<T>(work: (undo: Undo) => T): T {
  const undo: Undo = [];
  try {
    return work(undo);
  } catch (error) {
    for (const back of undo) {
      try {
        back();
      } catch {
        // Perhaps changed by another program since.
      }
    }
    throw error;
  }
}
