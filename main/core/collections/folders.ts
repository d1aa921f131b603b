/** Creates, renames and changes folders, flows and groups. */
import { join } from 'node:path';
import { COLLECTION_FILE } from '../../../shared/collections/flow-file.ts';
import { withCollection, withGroup, withHead } from '../../../shared/collections/flow-edit.ts';
import { readCollectionFile } from '../../../shared/collections/flow-reader.ts';
import type { Repeats, Settings } from '../../../shared/collections/settings.ts';
import {
  aboveOf,
  flowOfPath,
  type FolderEntry,
  lastOf,
  nameOfPath,
} from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { textAt } from './file-limits.ts';
import { OpenFlows } from './flow-on-disk.ts';
import { folderAt, listed } from './listing.ts';
import { flowFileFor, folderNameFor } from './names.ts';
import { followIncludes } from './tree-items.ts';
import { allOrNothing, joined, type TreeFiles, type Undo } from './tree-files.ts';
import { MAX_COLLECTION_NESTING } from '../../../shared/limits.ts';

const t = texts.core.collections;

export interface FolderChange {
  name: string;
  settings: Settings;
  /** Of a group. */
  repeats: Repeats;
}

/** A folder to be created. */
export interface NewFolder {
  path: string;
  /** The name in its file; empty if the folder itself has it. */
  named: { name?: string };
}

/**
 * @param depth of the folders in it
 * @throws HostError if the name is not valid or taken, or the folder is nested too deeply
 */
export function newFolder(files: TreeFiles, above: string, name: string, depth = 0): NewFolder {
  const folder = folderNameFor(name);
  const path = joined(above, folder);
  if (above !== '') files.folderOf(above);
  if (path.split('/').length + depth >= MAX_COLLECTION_NESTING)
    throw new HostError('bad-input', t.deep(MAX_COLLECTION_NESTING));
  files.checkName(above, folder, []);
  return { path, named: folder === name ? {} : { name } };
}

/**
 * Changes a folder, flow or group; the steps that include it follow.
 * @param seen its fingerprint when it was read; null writes over whatever is there
 * @returns its path
 */
export function changeFolder(
  files: TreeFiles,
  path: string,
  change: FolderChange,
  seen: string | null,
): string {
  // Checks the path.
  files.fileOf(path);
  const entry = folderAt(files.root, path);
  if (entry === null) throw new HostError('not-found', t.noFolder(path));
  if (seen !== null && entry.fingerprint !== seen) throw new HostError('changed', t.changedOutside(path));
  if (entry.damage !== null) throw new HostError('refused', t.damaged(path, entry.damage));
  const flow = flowOfPath(path);
  if (flow !== null && flow !== path) return changeGroup(files, path, change);
  return allOrNothing((undo) => {
    const { called, edit } =
      flow === null ? folderChange(files, entry, change) : flowChange(files, entry, change);
    files.checkName(aboveOf(path), called, [path]);
    edit(undo);
    // Renamed last: until then, all paths are valid.
    return renamed(files, path, called, undo);
  });
}

/** A change of a file, and the name that it or its folder gets. */
interface Edit {
  called: string;
  edit: (undo: Undo) => void;
}

function flowChange(files: TreeFiles, entry: FolderEntry, change: FolderChange): Edit {
  const flows = new OpenFlows(files);
  const flow = flows.at(entry.path);
  const { name, called } = namesAfter(entry, flow.read.head.flow, change.name, flowFileFor);
  flow.become(withHead(flow.read, { ...change, name }));
  return { called, edit: (undo) => flows.writeWith(undo) };
}

function folderChange(files: TreeFiles, entry: FolderEntry, change: FolderChange): Edit {
  const file = join(files.folderOf(entry.path), COLLECTION_FILE);
  const text = textAt(file);
  const about = readCollectionFile(text ?? '');
  const own = Array.isArray(about) ? undefined : about.name;
  const { name, called } = namesAfter(entry, own, change.name, folderNameFor);
  const edited = withCollection(text ?? '', { name, settings: change.settings });
  const edit = (undo: Undo) => {
    if (edited !== (text ?? '')) files.rewrite(file, text, edited, undo);
  };
  return { called, edit };
}

/**
 * Where a new name goes: into the file if that has one already, otherwise into the path.
 * @param own the name that the file has now
 * @returns `name` is that of the file, `called` the last part of the path
 */
function namesAfter(
  entry: FolderEntry,
  own: string | undefined,
  wanted: string,
  fileOf: (name: string) => string,
): { name: string | undefined; called: string } {
  const called = wanted === entry.name || own !== undefined ? lastOf(entry.path) : fileOf(wanted);
  if (wanted === entry.name) return { name: own, called };
  return { name: nameOfPath(joined(aboveOf(entry.path), called)) === wanted ? undefined : wanted, called };
}

function changeGroup(files: TreeFiles, path: string, change: FolderChange): string {
  const flows = new OpenFlows(files);
  const flow = flows.at(path);
  const group = flow.item(path);
  if (group.kind === 'step') throw new HostError('bad-input', t.noFolder(path));
  flow.checkName(change.name, group.name);
  const edited = withGroup(flow.read, group, change);
  if (typeof edited === 'string') throw new HostError('bad-input', edited);
  flow.become(edited.text);
  flows.write();
  return flow.pathAt(group.path);
}

/** Renames a flow file or folder; what includes it follows. @param undo gets functions that roll back @returns its path */
function renamed(files: TreeFiles, path: string, name: string, undo: Undo): string {
  if (lastOf(path) === name) return path;
  const to = joined(aboveOf(path), name);
  const listing = listed(files.root);
  files.renamePath(path, to, undo);
  followIncludes(files, listing, [{ kind: 'folder', from: path, to }], undo);
  return to;
}
