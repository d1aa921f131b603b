/** Notices changes of a folder that somebody else has made: an editor, git. */
import { readFileSync, statSync, watch, type WatchEventType } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds in which changes are gathered into one report: git touches many files at once. */
const GATHERED = 100;

export class FolderWatch {
  private readonly root: string;
  /** What this program has made of a path: the text of a file, `folder`, or null where it has removed it. */
  private readonly own = new Map<string, { text: string } | 'folder' | null>();

  /** @param root absolute path of the folder */
  constructor(root: string) {
    this.root = root;
  }

  /** A file that this program is about to write. @param path absolute */
  writes(path: string, text: string): void {
    this.own.set(path, { text });
  }

  /** A file or folder that this program is about to remove, or to write under a name that it does not keep. @param path absolute */
  removes(path: string): void {
    this.own.set(path, null);
  }

  /** A folder that this program is about to make. @param path absolute */
  makes(path: string): void {
    this.own.set(path, 'folder');
  }

  /** Calls the listener after changes of others. @returns the way to end it */
  start(listener: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const report = () => {
      timer = undefined;
      listener();
    };
    try {
      const watcher = watch(this.root, { recursive: true }, (event, name) => {
        if (name === null || this.isForeign(event, join(this.root, name)))
          timer ??= setTimeout(report, GATHERED).unref();
      });
      watcher.on('error', () => watcher.close());
      return () => {
        clearTimeout(timer);
        watcher.close();
      };
    } catch {
      // Where the system cannot watch, the folder is read again when it is opened.
      return () => undefined;
    }
  }

  private isForeign(event: WatchEventType, path: string): boolean {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
    // Some systems report a folder whenever something in it changes; that has a report of its own.
    if (event === 'change' && isFolder) return false;
    if (this.isAsLeft(path, isFolder)) return false;
    // From now on it is somebody else's, even if it becomes again what it was.
    this.own.delete(path);
    return true;
  }

  /** Whether a path is as this program has left it. @param isFolder null where there is nothing */
  private isAsLeft(path: string, isFolder: boolean | null): boolean {
    const left = this.own.get(path);
    if (left === undefined) return false;
    if (left === null) return isFolder === null;
    return left === 'folder' ? isFolder === true : left.text === textOf(path);
  }
}

/** Null where it cannot be read, or is gone. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
