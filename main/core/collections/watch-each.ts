/** Watches a tree folder by folder and follows no link. Node.js's own recursion may end at a link that leads to itself. */
import { type FSWatcher, readdirSync, watch, type WatchEventType } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { kindOf } from '../../../shared/node/plain-files.ts';
import { MAX_WATCHED_FOLDERS } from '../../../shared/limits.ts';

/** Such as the folder of git, which has hundreds of folders that nobody lists. */
const isHidden = (path: string) => basename(path).startsWith('.');

/**
 * @param heard called like the listener of `fs.watch`, with a path relative to the root
 * @returns a function that stops the watching
 */
export function watchEach(
  root: string,
  heard: (event: WatchEventType, name: string | null) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>();
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string) => {
    if (watchers.size >= MAX_WATCHED_FOLDERS) return;
    try {
      const watcher = watch(folder, (event, name) => {
        // The folder's own end, which it reports under its own name. The folder above reports it, too.
        if (folder !== root && kindOf(folder) !== 'folder') {
          drop(folder);
          return;
        }
        const path = name === null ? folder : join(folder, name);
        if (event === 'rename') {
          // A folder of that name may be another one than before.
          drop(path);
          if (!isHidden(path) && kindOf(path) === 'folder') add(path);
        }
        heard(event, relative(root, path));
      });
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory() && !isHidden(entry.name)) add(join(folder, entry.name));
    } catch {
      // It has been deleted since, or may not be read. The folder above it reports it if it comes back.
      drop(folder);
    }
  };
  add(root);
  return () => {
    for (const folder of watchers.keys()) drop(folder);
  };
}
