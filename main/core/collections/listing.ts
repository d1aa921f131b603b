/** Reads the files of a tree of collections, within limits. */
import { type Dirent, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import {
  COLLECTION_FILE,
  FOLDER_FILE,
  NO_SETTINGS,
  readFolderFile,
} from '../../../shared/collections/folder-file.ts';
import { OPERATIONS_FILE } from '../../../shared/collections/operations-file.ts';
import { readStepFile } from '../../../shared/collections/step-file.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { FolderEntry, Listing, StepEntry } from '../../../shared/collections/tree.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MEGABYTE, mostBytes, README } from './file-limits.ts';
import { fingerprintOf } from './names.ts';
import {
  MAX_COLLECTION_BYTES,
  MAX_COLLECTION_FILES,
  MAX_COLLECTION_FOLDERS,
  MAX_COLLECTION_NESTING,
} from '../../../shared/limits.ts';

const t = texts.core.collections;

export const SUFFIX = '.step.json';

/** Every step and folder below a folder. Damaged and unreadable files are listed with the reason. */
export function listed(root: string): Listing {
  const reading = new Reading(root);
  reading.addBelow(root, MAX_COLLECTION_NESTING);
  const { entries, folders } = reading;
  return {
    entries: entries.sort((a, b) => a.path.localeCompare(b.path)),
    folders: folders.sort((a, b) => a.path.localeCompare(b.path)),
  };
}

class Reading {
  readonly entries: StepEntry[] = [];
  readonly folders: FolderEntry[] = [];
  private readonly root: string;
  private bytes = 0;
  private seen = 0;

  constructor(root: string) {
    this.root = root;
  }

  /** Links are not followed: they may lead out of the folder, or in a circle. */
  addBelow(folder: string, depth: number): void {
    let found: Dirent[];
    try {
      found = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.damaged(folder, reasonOf(error));
      return;
    }
    if (depth === 0) {
      this.damaged(folder, t.tooDeep(MAX_COLLECTION_NESTING));
      return;
    }
    if (++this.seen > MAX_COLLECTION_FOLDERS) {
      // Reported once.
      if (this.seen === MAX_COLLECTION_FOLDERS + 1)
        this.damaged(folder, t.tooManyFolders(MAX_COLLECTION_FOLDERS));
      return;
    }
    const names = new Set(found.map(({ name }) => name));
    this.addFolder(folder, names);
    for (const entry of found) {
      const file = join(folder, entry.name);
      if (entry.isDirectory()) {
        // Such as that of Git.
        if (!entry.name.startsWith('.')) this.addBelow(file, depth - 1);
      } else if (entry.name.endsWith(SUFFIX)) {
        if (this.entries.length >= MAX_COLLECTION_FILES) {
          this.damaged(folder, t.tooMany(MAX_COLLECTION_FILES));
          return;
        }
        this.addStep(file);
      }
    }
  }

  private addStep(file: string): void {
    const path = this.relative(file).slice(0, -SUFFIX.length);
    const name = basename(path);
    const at = { path, folder: path.slice(0, -name.length).replace(/\/$/, ''), name };
    const { step, fingerprint } =
      this.full === null ? this.counted(readStep(file)) : { step: this.full, fingerprint: '' };
    this.entries.push(
      typeof step === 'string'
        ? { ...at, step: null, damage: step, fingerprint }
        : { ...at, name: step.name, step, damage: null, fingerprint },
    );
  }

  private addFolder(folder: string, names: ReadonlySet<string>): void {
    const read = (file: string): Text => {
      if (this.full !== null) return { damage: this.full };
      const text = textOf(file);
      return 'text' in text ? this.counted(text) : text;
    };
    const entry = folderEntry(folder, this.relative(folder), names, read);
    if (entry !== null) this.folders.push(entry);
  }

  private counted<Read extends { text: string }>(read: Read): Read {
    this.bytes += Buffer.byteLength(read.text);
    return read;
  }

  /** Why no further file is read; null below the limit. */
  private get full(): string | null {
    return this.bytes <= MAX_COLLECTION_BYTES
      ? null
      : t.unreadable(t.tooMuch(MAX_COLLECTION_BYTES / MEGABYTE));
  }

  private damaged(folder: string, reason: string): void {
    const path = this.relative(folder);
    const name = basename(path);
    const at = { path, folder: path.slice(0, -name.length).replace(/\/$/, ''), name };
    this.entries.push({ ...at, step: null, damage: t.folderUnreadable(reason), fingerprint: '' });
  }

  /** The path from the root, joined by `/`. */
  private relative(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }
}

/** @param names of the files in the folder @returns null without a file about the folder */
function folderEntry(
  folder: string,
  path: string,
  names: ReadonlySet<string>,
  read: (file: string) => Text = textOf,
): FolderEntry | null {
  const file = [COLLECTION_FILE, FOLDER_FILE].find((name) => names.has(name));
  const fromOpenApi = names.has(OPERATIONS_FILE);
  const documentation = names.has(README) ? read(join(folder, README)) : null;
  if (file === undefined && documentation === null && !fromOpenApi) return null;
  const text = file === undefined ? null : read(join(folder, file));
  const settings = text === null ? NO_SETTINGS : 'text' in text ? readFolderFile(text.text) : text.damage;
  const words = documentation !== null && 'text' in documentation ? documentation.text : null;
  return {
    path,
    isCollection: file === COLLECTION_FILE,
    fromOpenApi,
    settings: typeof settings === 'string' ? NO_SETTINGS : settings,
    damage: typeof settings === 'string' ? settings : null,
    unreadable: documentation !== null && 'damage' in documentation ? documentation.damage : null,
    documentation: words,
    fingerprint: fingerprintOf(JSON.stringify([text !== null && 'text' in text ? text.text : null, words])),
  };
}

/** One folder; null if it has no file about itself, or cannot be read. */
export function folderAt(root: string, path: string): FolderEntry | null {
  const folder = join(root, path);
  const names = [COLLECTION_FILE, FOLDER_FILE, OPERATIONS_FILE].filter(
    (name) => kindOf(join(folder, name)) === 'file',
  );
  return folderEntry(folder, path, new Set(names));
}

/** @returns the step, or the reason why it cannot be read */
export function readStep(file: string): { step: Step | string; text: string; fingerprint: string } {
  const read = textOf(file);
  if ('damage' in read) return { step: read.damage, text: '', fingerprint: '' };
  const { text } = read;
  return { step: readStepFile(text), text, fingerprint: fingerprintOf(text) };
}

type Text = { text: string } | { damage: string };

function textOf(file: string): Text {
  try {
    return { text: readPlainFile(file, mostBytes(file)).toString('utf8') };
  } catch (error) {
    return { damage: t.unreadable(reasonOf(error)) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
