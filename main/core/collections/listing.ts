/** Reads the files of a tree of collections, within bounds. */
import { type Dirent, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import {
  COLLECTION_FILE,
  FOLDER_FILE,
  NO_SETTINGS,
  readFolderFile,
} from '../../../shared/collection/folder-file.ts';
import { OPERATIONS_FILE } from '../../../shared/collection/operations-file.ts';
import { readStepFile } from '../../../shared/collection/step-file.ts';
import type { Step } from '../../../shared/collection/steps.ts';
import type { FolderEntry, Listing, StepEntry } from '../../../shared/collection/tree.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Breath } from '../breath.ts';
import { type Count, mostBytes, MEGABYTE, README, tooFull } from './file-limits.ts';
import { FULLEST_TREE } from '../../../shared/collection/file-bounds.ts';
import { fingerprintOf } from './fingerprint.ts';

const t = texts.core.collections;

export const SUFFIX = '.step.json';

/** Bytes of all files, and their number (their values: FULLEST_TREE): they are read whole, while everything else waits. */
const MAX_ALL = 64 * MEGABYTE;
const MAX_FILES = 10_000;
const MAX_FOLDERS = 10_000;
/** Folders in each other. */
export const MAX_DEPTH = 32;

/** Every step and folder below a folder. What is damaged or cannot be read is listed with the reason. */
export function listed(root: string): Listing {
  const reading = new Reading(root);
  for (const _ of reading.addBelow(root, MAX_DEPTH));
  return listingOf(reading);
}

/** The same while everything else goes on: what changes meanwhile may be there as it was or as it is. */
export async function listedInTurns(root: string): Promise<Listing> {
  const reading = new Reading(root);
  const breath = new Breath();
  for (const _ of reading.addBelow(root, MAX_DEPTH)) await breath.take();
  return listingOf(reading);
}

function listingOf({ entries, folders }: Reading): Listing {
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
  private values = 0;
  private seen = 0;

  constructor(root: string) {
    this.root = root;
  }

  /** Links are not followed: they may lead out of the folder, or round in it. Yields after each file. */
  *addBelow(folder: string, depth: number): Generator<void, void, void> {
    let found: Dirent[];
    try {
      found = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      this.damaged(folder, reasonOf(error));
      return;
    }
    if (depth === 0) {
      this.damaged(folder, t.tooDeep(MAX_DEPTH));
      return;
    }
    if (++this.seen > MAX_FOLDERS) {
      // Once: there may be any number of them.
      if (this.seen === MAX_FOLDERS + 1) this.damaged(folder, t.tooManyFolders(MAX_FOLDERS));
      return;
    }
    const names = new Set(found.map(({ name }) => name));
    this.addFolder(folder, names);
    for (const entry of found) {
      const file = join(folder, entry.name);
      if (entry.isDirectory()) {
        // Git keeps its own files in such a folder.
        if (!entry.name.startsWith('.')) yield* this.addBelow(file, depth - 1);
      } else if (entry.name.endsWith(SUFFIX)) {
        if (this.entries.length >= MAX_FILES) {
          this.damaged(folder, t.tooMany(MAX_FILES));
          return;
        }
        this.addStep(file);
        yield;
      }
    }
  }

  private addStep(file: string): void {
    const path = this.relative(file).slice(0, -SUFFIX.length);
    const name = basename(path);
    const at = { path, folder: path.slice(0, -name.length).replace(/\/$/, ''), name };
    const { step, fingerprint } =
      this.full === null ? readStep(file, this.count) : { step: this.full, fingerprint: '' };
    this.entries.push(
      typeof step === 'string'
        ? { ...at, step: null, damage: step, fingerprint }
        : { ...at, name: step.name, step, damage: null, fingerprint },
    );
  }

  /** What a folder says about itself, if anything. */
  private addFolder(folder: string, names: ReadonlySet<string>): void {
    const read = (file: string) => (this.full === null ? textOf(file) : { damage: this.full });
    const entry = folderEntry(folder, this.relative(folder), names, { read, count: this.count });
    if (entry !== null) this.folders.push(entry);
  }

  private readonly count: Count = ({ bytes, values }) => {
    this.bytes += bytes;
    this.values += values;
  };

  /** Why no further file is read; null as long as there is room. */
  private get full(): string | null {
    if (this.bytes <= MAX_ALL && this.values <= FULLEST_TREE) return null;
    return t.unreadable(t.tooMuch(MAX_ALL / MEGABYTE, FULLEST_TREE));
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

/** @param names of the files in the folder @returns null if it says nothing about itself */
function folderEntry(
  folder: string,
  path: string,
  names: ReadonlySet<string>,
  { read, count }: { read: (file: string) => Text; count: Count } = { read: textOf, count: () => {} },
): FolderEntry | null {
  const file = [COLLECTION_FILE, FOLDER_FILE].find((name) => names.has(name));
  const fromOpenApi = names.has(OPERATIONS_FILE);
  const documentation = names.has(README) ? read(join(folder, README)) : null;
  if (file === undefined && documentation === null && !fromOpenApi) return null;
  const text = file === undefined ? null : read(join(folder, file));
  const settings =
    text === null
      ? NO_SETTINGS
      : 'text' in text
        ? (tooFull(text.text, count) ?? readFolderFile(text.text))
        : text.damage;
  const words = documentation !== null && 'text' in documentation ? documentation.text : null;
  if (words !== null) count({ bytes: Buffer.byteLength(words), values: 0 });
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

/** What one folder says about itself; null if nothing, or if it cannot be read. */
export function folderAt(root: string, path: string): FolderEntry | null {
  const folder = join(root, path);
  const names = [COLLECTION_FILE, FOLDER_FILE, OPERATIONS_FILE].filter(
    (name) => kindOf(join(folder, name)) === 'file',
  );
  return folderEntry(folder, path, new Set(names));
}

/**
 * Reads one file.
 * @param count called with what it has
 * @returns the step, or the reason why it cannot be read: the file may be damaged, unreadable, or deleted since it was listed
 */
export function readStep(
  file: string,
  count: Count = () => {},
): { step: Step | string; text: string; fingerprint: string } {
  const read = textOf(file);
  if ('damage' in read) return { step: read.damage, text: '', fingerprint: '' };
  const { text } = read;
  return { step: tooFull(text, count) ?? readStepFile(text), text, fingerprint: fingerprintOf(text) };
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
