/** Saved requests: plain files in one folder. The folders of the tree are folders on disk. */
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { SavedEntry } from '../../../shared/contract/saved.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { readRequestFile, writeRequestFile } from '../../../shared/request/file.ts';
import type { SavedRequest } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { FolderWatch, type Later } from './watch.ts';

const t = texts.core.collections;

const SUFFIX = '.request.json';

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
    return this.below(this.root).sort((a, b) => a.path.localeCompare(b.path));
  }

  private below(folder: string): SavedEntry[] {
    let found: Dirent[];
    try {
      found = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      const path = this.relative(folder);
      return [{ ...split(path), path, request: null, damage: t.folderUnreadable(reasonOf(error)) }];
    }
    return found.flatMap((entry) => {
      const file = join(folder, entry.name);
      if (entry.isDirectory()) return this.below(file);
      return entry.name.endsWith(SUFFIX) ? [this.entryOf(file)] : [];
    });
  }

  private entryOf(file: string): SavedEntry {
    const path = this.relative(file).slice(0, -SUFFIX.length);
    const request = readFile(file);
    return typeof request === 'string'
      ? { ...split(path), path, request: null, damage: request }
      : { ...split(path), path, name: request.name, request, damage: null };
  }

  /**
   * Saves a request under a folder and a name.
   * @param over the path that it was opened from and that it replaces, or null for a new one
   * @returns its path
   * @throws HostError if another request has that path, or the file there is damaged
   */
  save(folder: string, request: SavedRequest, over: string | null): string {
    const path = [...folder.split('/').map(segment).filter(Boolean), segment(request.name)].join('/');
    const file = this.fileOf(path);
    if (path !== over && existsSync(file)) throw new HostError('refused', t.exists(path));
    if (existsSync(file)) {
      const there = readFile(file);
      if (typeof there === 'string') throw new HostError('refused', t.damaged(file, there));
    }
    this.makeFolder(dirname(file));
    const text = writeRequestFile(request);
    this.watch.removes(`${file}.new`);
    this.watch.writes(file, text);
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
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
    mkdirSync(this.root, { recursive: true, mode: 0o700 });
    return this.watch.start(listener);
  }

  private makeFolder(folder: string): void {
    for (let above = folder; above.startsWith(this.root) && !existsSync(above); above = dirname(above))
      this.watch.makes(above);
    mkdirSync(folder, { recursive: true });
  }

  /** The path from the root, joined by `/`. */
  private relative(file: string): string {
    return relative(this.root, file).split(sep).join('/');
  }

  private fileOf(path: string): string {
    const file = join(this.root, `${path}${SUFFIX}`);
    // A path from a page must not lead out of the folder.
    if (!file.startsWith(this.root + sep)) throw new HostError('bad-input', t.noPath(path));
    return file;
  }
}

/**
 * @returns the request, or the reason why it cannot be read: the file may be damaged, unreadable, or deleted since it
 * was listed
 */
function readFile(file: string): SavedRequest | string {
  try {
    return readRequestFile(readFileSync(file, 'utf8'));
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

/** A name that every file system accepts and that does not lead out of the folder. */
function segment(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._()+-]+/gu, '-')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
}
