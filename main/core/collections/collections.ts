/** Saved requests: plain files in one folder. The folders of the tree are folders on disk. */
import { type Dirent, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { SavedEntry } from '../../../shared/contract/saved.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { kindOf, newName, readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { readRequestFile, writeRequestFile } from '../../../shared/request/file.ts';
import type { SavedRequest } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { FolderWatch, type Later } from './watch.ts';
import { makeFolder } from '../../../shared/node/private-files.ts';

const t = texts.core.collections;

const SUFFIX = '.request.json';

/** Bytes of one file. */
const MAX_FILE = 8 * 1024 * 1024;
/** Bytes of all files, and their number: they are read whole, while everything else waits. */
const MAX_ALL = 64 * 1024 * 1024;
const MAX_FILES = 10_000;
/** Bytes of a file's name without its suffix. File systems accept 255 with it, and letters have up to four. */
const MAX_NAME = 200;
/** Folders in each other. */
const MAX_DEPTH = 32;

/** What a listing has found so far. */
interface Listing {
  entries: SavedEntry[];
  bytes: number;
}

export class Collections {
  private readonly root: string;
  private readonly watch: FolderWatch;

  /** @param root the folder; it is created with the first saved request @param later delays the reports of {@link onChange} */
  constructor(root: string, later?: Later) {
    this.root = root;
    this.watch = new FolderWatch(root, later);
  }

  /** Every file of the tree by its path. Damaged files and unreadable folders are listed with the reason; the others are not affected. */
  list(): SavedEntry[] {
    if (!existsSync(this.root)) return [];
    const listing: Listing = { entries: [], bytes: 0 };
    this.addBelow(this.root, MAX_DEPTH, listing);
    return listing.entries.sort((a, b) => a.path.localeCompare(b.path));
  }

  /** Links are not followed: they may lead out of the folder, or round in it. */
  private addBelow(folder: string, depth: number, listing: Listing): void {
    const damaged = (reason: string) => {
      const path = this.relative(folder);
      listing.entries.push({ ...split(path), path, request: null, damage: t.folderUnreadable(reason) });
    };
    let found: Dirent[];
    try {
      found = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      damaged(reasonOf(error));
      return;
    }
    if (depth === 0) {
      damaged(t.tooDeep(MAX_DEPTH));
      return;
    }
    for (const entry of found) {
      const file = join(folder, entry.name);
      if (entry.isDirectory()) this.addBelow(file, depth - 1, listing);
      else if (entry.name.endsWith(SUFFIX)) {
        if (listing.entries.length >= MAX_FILES) {
          damaged(t.tooMany(MAX_FILES));
          return;
        }
        listing.entries.push(this.entryOf(file, listing));
      }
    }
  }

  private entryOf(file: string, listing: Listing): SavedEntry {
    const path = this.relative(file).slice(0, -SUFFIX.length);
    const request =
      listing.bytes > MAX_ALL ? t.unreadable(t.tooMuch(MAX_ALL / 1024 / 1024)) : readFile(file, listing);
    return typeof request === 'string'
      ? { ...split(path), path, request: null, damage: request }
      : { ...split(path), path, name: request.name, request, damage: null };
  }

  /**
   * Saves a request under a folder and a name.
   * @param over the path that it was opened from and that it replaces, or null for a new one
   * @returns its path
   * @throws HostError if no file can have that name, another request has that path, or the file there is damaged
   */
  save(folder: string, request: SavedRequest, over: string | null): string {
    if (segment(request.name) === '') throw new HostError('bad-input', t.noFileName(request.name));
    const path = [...folder.split('/').map(segment).filter(Boolean), segment(request.name)].join('/');
    const file = this.fileOf(path);
    const there = kindOf(file);
    if (path !== over && there !== 'none') throw new HostError('refused', t.exists(path));
    if (there !== 'none') {
      const read = readFile(file);
      if (typeof read === 'string') throw new HostError('refused', t.damaged(file, read));
    }
    const text = writeRequestFile(request);
    if (Buffer.byteLength(text) > MAX_FILE)
      throw new HostError('bad-input', t.tooLarge(MAX_FILE / 1024 / 1024));
    this.makeFolder(dirname(file));
    this.watch.removes(newName(file));
    this.watch.writes(file, text);
    writeWholeFile(file, text, 0o600);
    if (over !== null && over !== path) this.remove(over);
    return path;
  }

  /** Deletes the file, and the folders that are then empty. */
  remove(path: string): void {
    const file = this.fileOf(path);
    this.watch.removes(file);
    rmSync(file, { force: true });
    for (
      let folder = dirname(file);
      folder !== this.root && folder.startsWith(this.root);
      folder = dirname(folder)
    ) {
      if (!existsSync(folder) || readdirSync(folder).length > 0) return;
      this.watch.removes(folder);
      rmdirSync(folder);
    }
  }

  /**
   * Calls the listener when another program, such as an editor or git, has changed the files, with the first changed path.
   * @returns a function that stops the watching
   */
  onChange(listener: (path: string) => void): () => void {
    makeFolder(this.root);
    return this.watch.start(listener);
  }

  private makeFolder(folder: string): void {
    for (let above = folder; above.startsWith(this.root) && !existsSync(above); above = dirname(above))
      this.watch.makes(above);
    makeFolder(folder);
  }

  /** The path from the root, joined by `/`. */
  private relative(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  private fileOf(path: string): string {
    const file = join(this.root, `${path}${SUFFIX}`);
    // A path from a page must not lead out of the folder.
    if (!file.startsWith(this.root + sep) || file.includes('\0'))
      throw new HostError('bad-input', t.noPath(path));
    for (let above = dirname(file); above !== this.root; above = dirname(above))
      if (!['none', 'folder'].includes(kindOf(above))) throw new HostError('refused', t.notAFolder(above));
    return file;
  }
}

/**
 * @returns the request, or the reason why it cannot be read: the file may be damaged, unreadable, or deleted since it
 * was listed
 */
function readFile(file: string, listing: Pick<Listing, 'bytes'> = { bytes: 0 }): SavedRequest | string {
  try {
    const bytes = readPlainFile(file, MAX_FILE);
    listing.bytes += bytes.length;
    return readRequestFile(bytes.toString('utf8'));
  } catch (error) {
    return t.unreadable(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function split(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/');
  return at < 0 ? { folder: '', name: path } : { folder: path.slice(0, at), name: path.slice(at + 1) };
}

/**
 * A name that every file system accepts and that does not lead out of the folder; empty if nothing of it is left. It may be
 * shorter than the name, which is in the file.
 */
function segment(name: string): string {
  let bytes = 0;
  return Array.from(name.normalize('NFC').replaceAll(/[^\p{L}\p{N} ._()+-]+/gu, '-'))
    .filter((character) => (bytes += Buffer.byteLength(character)) <= MAX_NAME)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
}
