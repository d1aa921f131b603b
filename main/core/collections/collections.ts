/** Collections: plain files in one folder. The folders of the tree are folders on disk. */
import { existsSync } from 'node:fs';
import type { FolderSettings } from '../../../shared/collections/folder-file.ts';
import { collectionAround } from '../../../shared/collections/plan.ts';
import { readStepFile, schemaNamed, writeStepFile } from '../../../shared/collections/step-file.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { type Item, lastOf, type Listing, type Move } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { tooMuchFor } from './file-limits.ts';
import { changeFolder, type FolderChange, makeFolderIn, type NewFolder, newFolder } from './folders.ts';
import { folderAt, listed, readStep, SUFFIX } from './listing.ts';
import { duplicated, move } from './moving.ts';
import { addShipped } from './shipped.ts';
import { fileNameFor, fingerprintOf } from './names.ts';
import { joined, TreeFiles } from './tree-files.ts';
import type { Later } from './watch.ts';
import { type FileWrite, writeAll } from './write-all.ts';

const t = texts.core.collections;

const NOTHING: Listing = { entries: [], folders: [] };

export class Collections {
  private readonly files: TreeFiles;

  /** @param root the folder; it is created with the first saved request @param later delays the reports of {@link onChange} */
  constructor(root: string, later?: Later) {
    this.files = new TreeFiles(root, later);
  }

  /** The folder of all collections. */
  get root(): string {
    return this.files.root;
  }

  /** Every step and folder of the tree. Damaged and unreadable files are listed with the reason. */
  list(): Listing {
    return existsSync(this.root) ? listed(this.root) : NOTHING;
  }

  /**
   * Saves a step under a folder and a name.
   * @param over the path that it was opened from and that it replaces, or null for a new one
   * @param seen the fingerprint of the file that it was opened from; null writes over whatever is there
   * @returns its path and the fingerprint of the new file
   * @throws HostError if no file can have that name, another step has that path, the file there is damaged, or it has changed
   * since it was opened
   */
  save(
    folder: string,
    step: Step,
    over: string | null,
    seen: string | null = null,
  ): { path: string; fingerprint: string } {
    const { files } = this;
    const before = over === null ? null : files.stepFile(over);
    const there = before === null ? null : readBefore(before, seen);
    // Runs, comparisons and Git identify a step by its file, so the file is renamed only with the step.
    const name = over !== null && there?.step.name === step.name ? lastOf(over) : fileNameFor(step.name);
    const where = files.folderPath(folder);
    const path = joined(where, name);
    const file = files.fileOf(path);
    files.checkStepName(where, name, over === null ? [] : [over]);
    // An equivalent file is not rewritten.
    if (there !== null && before === file && writeStepFile(there.step, null) === writeStepFile(step, null))
      return { path, fingerprint: fingerprintOf(there.text) };
    const text = writeStepFile(step, there === null ? null : schemaNamed(there.text));
    files.write(file, text);
    // Renamed or moved.
    if (before !== null && before !== file) files.removeFile(before);
    return { path, fingerprint: fingerprintOf(text) };
  }

  /**
   * Saves steps as a new collection, atomically.
   * @param secret names of variables whose values are secret
   * @returns its folder
   * @throws HostError if no folder can have that name, something has it, or a step could not be read again
   */
  saveAll(name: string, steps: readonly Step[], secret: readonly string[]): string {
    // The recording is discarded afterwards, so each step must be readable.
    for (const step of steps) {
      const text = writeStepFile(step, null);
      const read = tooMuchFor(step.name + SUFFIX, text) ?? readStepFile(text);
      if (typeof read === 'string') throw new HostError('bad-input', t.notReadAgain(step.name, read));
    }
    const path = makeFolderIn(this.files, '', name, secret);
    try {
      for (const step of steps) this.save(path, step, null);
      return path;
    } catch (error) {
      this.files.removeFolder(this.inside(path));
      throw error;
    }
  }

  /**
   * Moves a folder that is written elsewhere into the tree, atomically.
   * @param place `above` is the path of the folder around it, empty for a new collection; `depth` that of the folders in it
   * @param write writes it on the same file system @returns its absolute path
   * @returns its path
   * @throws HostError if no folder can have that name, or something has it, even if only since the writing began
   */
  async adopt(
    { above, name, depth }: { above: string; name: string; depth: number },
    write: (folder: NewFolder) => Promise<string>,
  ): Promise<string> {
    const folder = newFolder(this.files, above, name, depth);
    const from = await write(folder);
    newFolder(this.files, above, name, depth);
    this.files.rename(from, this.files.fileOf(folder.path, ''));
    return folder.path;
  }

  /** Writes and deletes files of a folder, all of them or none. @throws HostError if one of them has changed since it was read */
  writeAll(path: string, writes: readonly FileWrite[]): void {
    this.inside(path);
    writeAll(this.files, path, writes);
  }

  /** The absolute path of a folder. @param path empty for the root @throws HostError if it does not exist, or is a link */
  folderOf(path: string): string {
    return this.files.folderOf(path);
  }

  /** The settings of the folders around a step, outermost first. */
  around(path: string): { path: string; settings: FolderSettings }[] {
    // Checks the path.
    this.files.fileOf(path);
    return collectionAround(path, (folder) => folderAt(this.files.root, folder));
  }

  /** Deletes steps, and folders with all that is in them. Folders that are then empty are deleted, too. */
  remove(items: readonly Item[]): void {
    for (const { kind, path } of items) {
      if (kind === 'folder') this.files.removeFolder(this.inside(path));
      else {
        const file = this.files.stepFile(path);
        if (file !== null) this.files.removeFile(file);
      }
    }
  }

  /** Copies a shipped collection. @param from the folder of all of them @returns its path @throws HostError */
  addShipped(from: string, id: string): string {
    return addShipped(this.files, from, id);
  }

  /** @returns the path of the new folder @throws HostError if the name cannot be that of a folder, or is taken */
  makeFolder(folder: string, name: string): string {
    return makeFolderIn(this.files, folder, name);
  }

  /** Renames a folder, and changes its settings and documentation. @returns its path @throws HostError */
  changeFolder(path: string, change: FolderChange, seen: string | null): string {
    this.inside(path);
    return changeFolder(this.files, path, change, seen);
  }

  /**
   * Moves steps and folders into a folder, in front of another one of its children. All of them move, or none.
   * @param before null for the end @throws HostError
   */
  move(items: readonly Item[], folder: string, before: Item | null): Move[] {
    for (const { kind, path } of items) if (kind === 'folder') this.inside(path);
    return move(this.files, this.list(), { items, folder, before });
  }

  /** Copies a step, or a folder with all that is in it, beside it. @returns the path of the copy */
  duplicate(item: Item): string {
    if (item.kind === 'folder') this.inside(item.path);
    return duplicated(this.files, item);
  }

  /** The absolute path of a folder below the root. */
  private inside(path: string): string {
    if (path === '') throw new HostError('bad-input', t.noPath(path));
    return this.files.folderOf(path);
  }

  /**
   * Calls the listener when another program, such as an editor or git, has changed the files, with the first changed path.
   * @returns a function that stops the watching
   */
  onChange(listener: (path: string) => void): () => void {
    makeFolder(this.files.root);
    return this.files.watch.start(listener);
  }
}

/** @throws HostError if a file is damaged, or is not the one that was opened */
function readBefore(file: string, seen: string | null): { step: Step; text: string } {
  const { step, text, fingerprint } = readStep(file);
  if (typeof step === 'string') throw new HostError('refused', t.damaged(file, step));
  if (seen !== null && fingerprint !== seen) throw new HostError('changed', t.changedOutside(file));
  return { step, text };
}
