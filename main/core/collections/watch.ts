/** Detects changes that another program, such as an editor or git, makes in a folder. */
import { watch, type WatchEventType, type FSWatcher, readdirSync } from 'node:fs';
import { join, sep, basename, relative } from 'node:path';
import { kindOf, readPlainFile } from '../../../shared/node/plain-files.ts';
import { MAX_WATCHED_FOLDERS } from '../../../shared/limits.ts';

/** Milliseconds over which changes are coalesced: git changes many files at once. */
const COALESCE_MS = 100;

/** Delays work. @returns a function that cancels it */
export type Later = (work: () => void) => () => void;

const coalesced: Later = (work) => {
  const timer = setTimeout(work, COALESCE_MS).unref();
  return () => clearTimeout(timer);
};

export class FolderWatch {
  private readonly root: string;
  private readonly later: Later;
  /** This program's own changes by path: the text of a file, `folder`, or null for a deletion. */
  private readonly own = new Map<string, { text: string } | 'folder' | null>();

  /** @param root absolute @param later delays a report, which covers all changes until then */
  constructor(root: string, later: Later = coalesced) {
    this.root = root;
    this.later = later;
  }

  /** Announces a file that this program is about to write. @param path absolute */
  writes(path: string, text: string): void {
    this.own.set(path, { text });
  }

  /** Announces a file or folder that this program is about to delete, or a temporary file. @param path absolute */
  removes(path: string): void {
    this.own.set(path, null);
  }

  /** Announces a folder that this program is about to create. @param path absolute */
  makes(path: string): void {
    this.own.set(path, 'folder');
  }

  /**
   * Calls the listener after changes by other programs, with the path of the first of them, relative to the root.
   * @returns a function that stops watching
   */
  start(listener: (path: string) => void): () => void {
    let waiting = false;
    let cancel = () => {};
    const report = (name: string | null) => {
      if (waiting) return;
      waiting = true;
      cancel = this.later(() => {
        waiting = false;
        listener(name ?? '');
      });
    };
    const heard = (event: WatchEventType, name: string | null) => {
      if (name !== null && isHidden(name)) return;
      if (name === null || this.isForeign(event, join(this.root, name))) report(name);
    };
    // On Linux, Node.js's recursion watches each file, and misses what replaces a file a second time, as git and editors do.
    if (process.platform === 'linux') {
      const end = watchEach(this.root, heard);
      return () => {
        cancel();
        end();
      };
    }
    try {
      const watcher = watch(this.root, { recursive: true }, heard);
      let close = () => watcher.close();
      watcher.on('error', () => {
        close();
        close = watchEach(this.root, heard);
        // Changes between the two watchers.
        report(null);
      });
      return () => {
        cancel();
        close();
      };
    } catch {
      // Without a watcher, the folder is read when it is opened.
      return () => undefined;
    }
  }

  private isForeign(event: WatchEventType, path: string): boolean {
    const kind = kindOf(path);
    const isFolder = kind === 'none' ? null : kind === 'folder';
    // Some systems also report the folder of a change.
    if (event === 'change' && isFolder) return false;
    if (this.isAsLeft(path, isFolder)) return false;
    // From now on the path counts as foreign, even if its content becomes the same again.
    this.own.delete(path);
    return true;
  }

  /** Whether a path is as this program left it. @param isFolder null if it does not exist */
  private isAsLeft(path: string, isFolder: boolean | null): boolean {
    const left = this.own.get(path);
    if (left === undefined) return false;
    if (left === null) return isFolder === null;
    return left === 'folder' ? isFolder === true : left.text === textOf(path, left.text);
  }
}

/** Whether a path is or is in a hidden folder, such as that of git. */
function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith('.'));
}

/** Null if it cannot be read, or is longer than expected. */
function textOf(path: string, expected: string): string | null {
  try {
    return readPlainFile(path, Buffer.byteLength(expected)).toString('utf8');
  } catch {
    return null;
  }
}

/** Such as the folder of git, which has hundreds of folders. */
const isHiddenFile = (path: string) => basename(path).startsWith('.');

/**
 * Watches a tree folder by folder without following links. Node.js's own recursion may fail at a circular link.
 * @param heard called like the listener of `fs.watch`, with a path relative to the root
 * @returns a function that stops watching
 */
function watchEach(root: string, heard: (event: WatchEventType, name: string | null) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string) => {
    if (watchers.size >= MAX_WATCHED_FOLDERS) return;
    try {
      const watcher = watch(folder, (event, name) => {
        // The folder itself was deleted, which the folder above reports too.
        if (folder !== root && kindOf(folder) !== 'folder') {
          drop(folder);
          return;
        }
        const path = name === null ? folder : join(folder, name);
        if (event === 'rename') {
          // The folder may have been replaced.
          drop(path);
          if (!isHiddenFile(path) && kindOf(path) === 'folder') add(path);
        }
        heard(event, relative(root, path));
      });
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory() && !isHiddenFile(entry.name)) add(join(folder, entry.name));
    } catch {
      // Deleted since, or unreadable. The folder above reports it if it is created again.
      drop(folder);
    }
  };
  add(root);
  return () => {
    for (const folder of watchers.keys()) drop(folder);
  };
}
