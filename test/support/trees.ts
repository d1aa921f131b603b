/** Collections as a tree, without a disk. */
import { COLLECTION_FILE } from '../../shared/collections/flow-file.ts';
import { listedFlow } from '../../shared/collections/flow-listing.ts';
import { NO_REPEATS, NO_SETTINGS } from '../../shared/collections/settings.ts';
import {
  aboveOf,
  type FolderEntry,
  type FolderNode,
  nameOfPath,
  treeOf,
} from '../../shared/collections/tree.ts';

/** The outermost folder of a collection that says nothing. */
export function collectionAt(path: string): FolderEntry {
  return {
    path,
    name: nameOfPath(path),
    at: 0,
    place: null,
    fingerprint: '',
    role: 'collection',
    fromOpenApi: false,
    settings: NO_SETTINGS,
    repeats: NO_REPEATS,
    damage: null,
  };
}

/** @param files texts of flows by path; any text makes `collection.yaml` one that says nothing */
export function treeIn(files: Readonly<Record<string, string>>): FolderNode {
  const all = Object.entries(files).map(([path, text]) =>
    path.endsWith(COLLECTION_FILE)
      ? { entries: [], folders: [collectionAt(aboveOf(path))] }
      : listedFlow(path, text, () => ''),
  );
  return treeOf({
    entries: all.flatMap(({ entries }) => entries),
    folders: all.flatMap(({ folders }) => folders),
  });
}
