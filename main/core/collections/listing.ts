/** Reads the files of a tree of collections, within limits. */
import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { COLLECTION_FILE, FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { listedFlow, mistakesText } from '../../../shared/collections/flow-listing.ts';
import { settingsOf } from '../../../shared/collections/flow-step.ts';
import { readCollectionFile } from '../../../shared/collections/flow-reader.ts';
import { OPERATIONS_FILE } from '../../../shared/collections/operations-file.ts';
import {
  flowOfPath,
  folderEntry,
  type FolderEntry,
  type Listing,
  type StepEntry,
} from '../../../shared/collections/tree.ts';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MEGABYTE, mostBytes } from './file-limits.ts';
import { fingerprintOf } from './names.ts';
import {
  MAX_COLLECTION_BYTES,
  MAX_COLLECTION_FILES,
  MAX_COLLECTION_FOLDERS,
  MAX_COLLECTION_NESTING,
} from '../../../shared/limits.ts';

const t = texts.core.collections;

/** What flows held when they were last read, by their paths: most are the same the next time. */
export type KnownFlows = Map<string, { text: string; listing: Listing }>;

/**
 * Every folder, flow, group and step below a folder. What is damaged or unreadable is listed with the reason.
 * @param known is updated
 */
export function listed(root: string, known: KnownFlows = new Map()): Listing {
  const reading = new Reading(root, known);
  reading.addBelow(root, MAX_COLLECTION_NESTING);
  reading.forgetOthers();
  return { entries: reading.entries, folders: reading.folders };
}

class Reading {
  readonly entries: StepEntry[] = [];
  readonly folders: FolderEntry[] = [];
  private readonly root: string;
  private bytes = 0;
  private seen = 0;
  /** Flows, and what is in them. */
  private items = 0;
  private readonly known: KnownFlows;
  private readonly paths = new Set<string>();

  constructor(root: string, known: KnownFlows) {
    this.root = root;
    this.known = known;
  }

  /** Drops what is known of flows that are gone. */
  forgetOthers(): void {
    for (const path of this.known.keys()) if (!this.paths.has(path)) this.known.delete(path);
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
    const own = readFolder(folder, this.relative(folder), names, (file) => this.read(file));
    // The folder of all collections is none itself.
    if (own.path !== '' || own.place !== null || own.damage !== null || own.fromOpenApi)
      this.folders.push(own);
    for (const entry of found) {
      const file = join(folder, entry.name);
      // A folder of such a name is a flow that cannot be read.
      if (entry.name.endsWith(FLOW_SUFFIX)) {
        if (++this.items > MAX_COLLECTION_FILES) {
          this.damaged(folder, t.tooMany(MAX_COLLECTION_FILES));
          return;
        }
        this.addFlow(file);
      } else if (entry.isDirectory() && !entry.name.startsWith('.')) {
        // A hidden one is that of Git, for example.
        this.addBelow(file, depth - 1);
      }
    }
  }

  private addFlow(file: string): void {
    const path = this.relative(file);
    const read = this.read(file);
    if ('damage' in read) {
      this.folders.push(folderEntry(path, 'flow', read.damage));
      return;
    }
    const { text } = read;
    const before = this.known.get(path);
    const listing = before?.text === text ? before.listing : listedFlow(path, text, fingerprintOf);
    this.known.set(path, { text, listing });
    this.paths.add(path);
    const { entries, folders } = listing;
    const count = entries.length + folders.length - 1;
    if (this.items + count > MAX_COLLECTION_FILES) {
      const reason = t.unreadable(t.tooMany(MAX_COLLECTION_FILES));
      this.folders.push(folderEntry(path, 'flow', reason));
      return;
    }
    this.items += count;
    for (const one of entries) this.entries.push(one);
    for (const one of folders) this.folders.push(one);
  }

  private read(file: string): Text {
    if (this.bytes > MAX_COLLECTION_BYTES)
      return { damage: t.unreadable(t.tooMuch(MAX_COLLECTION_BYTES / MEGABYTE)) };
    const read = textOf(file);
    if ('text' in read) this.bytes += Buffer.byteLength(read.text);
    return read;
  }

  private damaged(folder: string, reason: string): void {
    const path = this.relative(folder);
    const damaged = folderEntry(path, 'folder', t.folderUnreadable(reason));
    const there = this.folders.findIndex((one) => one.path === path);
    if (there < 0) this.folders.push(damaged);
    else this.folders[there] = damaged;
  }

  /** The path from the root, joined by `/`. */
  private relative(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }
}

/** @param names of the files in the folder */
function readFolder(
  folder: string,
  path: string,
  names: ReadonlySet<string>,
  read: (file: string) => Text = textOf,
): FolderEntry {
  const fromOpenApi = names.has(OPERATIONS_FILE);
  const isCollection = names.has(COLLECTION_FILE);
  const plain = { ...folderEntry(path, isCollection ? 'collection' : 'folder'), fromOpenApi };
  if (!isCollection) return plain;
  const text = read(join(folder, COLLECTION_FILE));
  if ('damage' in text) return { ...plain, damage: text.damage };
  const fingerprint = fingerprintOf(text.text);
  const settings = readCollectionFile(text.text);
  if (Array.isArray(settings)) return { ...plain, fingerprint, damage: mistakesText(settings) };
  const { name = plain.name, ...others } = settings;
  const place = { file: path === '' ? COLLECTION_FILE : `${path}/${COLLECTION_FILE}`, line: 1 };
  return { ...plain, name, place, fingerprint, settings: settingsOf(others) };
}

/** One folder, flow or group; null if nothing describes it, or it does not exist. */
export function folderAt(root: string, path: string): FolderEntry | null {
  const folder = join(root, path);
  if (flowOfPath(path) === null && kindOf(folder) === 'folder') {
    const names = [COLLECTION_FILE, OPERATIONS_FILE].filter((name) => kindOf(join(folder, name)) === 'file');
    return readFolder(folder, path, new Set(names));
  }
  const flow = flowOfPath(path);
  return flow === null ? null : (listedFlowAt(root, flow).folders.find((one) => one.path === path) ?? null);
}

/** What one flow holds. @param path of its file from the root */
export function listedFlowAt(root: string, path: string): Listing {
  const read = textOf(join(root, path));
  return 'damage' in read
    ? { entries: [], folders: [folderEntry(path, 'flow', read.damage)] }
    : listedFlow(path, read.text, fingerprintOf);
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
